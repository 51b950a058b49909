import { defineTexts } from '../../shared/intl/messages';

export const memberBriefTexts = defineTexts({
  'brief.title': { ja: '会う前のメモ', en: 'Before you meet' },
  'brief.open': { ja: '会う前のメモ', en: 'Brief' },
  'brief.print': { ja: '印刷する', en: 'Print' },
  'brief.back': { ja: '会員のページへ', en: 'Open the member' },
  'brief.posts': {
    ja: '投稿{count}件',
    en: '{count, plural, one {# post} other {# posts}}',
  },
  'brief.posts.atLeast': { ja: '投稿{count}件以上', en: 'more than {count} posts' },
  'brief.recent': { ja: '最近の会話', en: 'Latest talks' },
  'brief.recent.none': { ja: 'まだ記録がありません', en: 'Nothing recorded yet' },
  'brief.issues': { ja: '未解決の課題', en: 'Unresolved issues' },
  'brief.issues.none': { ja: '未解決の課題はありません', en: 'No unresolved issues' },
  'brief.seeks': { ja: '求めていること', en: 'Seeks' },
  'brief.offers': { ja: '得意なこと', en: 'Offers' },
  'brief.tasks': { ja: '未完了のタスク', en: 'Open tasks' },
  'brief.tasks.none': { ja: '未完了のタスクはありません', en: 'No open tasks' },
  'brief.staffs': { ja: 'よく話しているスタッフ', en: 'Staff who know them best' },
  'brief.staffs.none': { ja: 'まだ誰も話していません', en: 'Nobody has talked with them yet' },
  'brief.staffs.count': {
    ja: '{count}回',
    en: '{count, plural, one {# talk} other {# talks}}',
  },
  'brief.connections': { ja: '一緒に名前が出る会員', en: 'Often mentioned with' },
  'brief.connections.none': { ja: 'まだいません', en: 'Nobody yet' },
  'brief.more': { ja: 'ほか{count}件', en: '{count} more' },
  'brief.memo': { ja: 'メモ', en: 'Note' },
  'brief.made': { ja: '{date} 時点', en: 'As of {date}' },
});
