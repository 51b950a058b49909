import { defineTexts } from '../../shared/intl/messages';

export const staffTexts = defineTexts({
  'staffs.title': { ja: 'スタッフ', en: 'Staff' },
  'staffs.count': { ja: '{count}人', en: '{count, plural, one {# person} other {# people}}' },
  'staffs.deactivated': { ja: '停止中のスタッフも見る', en: 'Show deactivated staff' },
  'staffs.empty': { ja: 'スタッフがいません', en: 'No staff' },
  'staffs.manage': { ja: 'スタッフを管理する', en: 'Manage staff' },
  'staffs.detail': { ja: '基本情報', en: 'Basic information' },
  'staffs.detail.show': { ja: '基本情報を見る', en: 'Show basic information' },
  'staffs.detail.hide': { ja: '基本情報を閉じる', en: 'Hide basic information' },
  'staffs.email': { ja: 'メールアドレス', en: 'E-mail' },
  'staffs.jobTitle': { ja: '肩書き', en: 'Job title' },
  'staffs.role': { ja: '役割', en: 'Role' },
  'staffs.bio': { ja: '自己紹介', en: 'About' },
  'staffs.since': { ja: '登録日', en: 'Since' },
  'staffs.tasks': { ja: '担当しているタスク', en: 'Assigned tasks' },
  'staffs.gone': { ja: 'このスタッフは見つかりません', en: 'Staff member not found' },
  'staffs.gone.text': {
    ja: 'アドレスを確かめるか、一覧から探してください。',
    en: 'Check the address, or look in the list.',
  },
  'staffs.gone.action': { ja: 'スタッフの一覧を開く', en: 'Open the list' },
});
