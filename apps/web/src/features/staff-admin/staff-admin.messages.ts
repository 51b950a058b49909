import { defineTexts } from '../../shared/intl/messages';

export const staffAdminTexts = defineTexts({
  'staffAdmin.title': { ja: 'スタッフ管理', en: 'Manage staff' },
  'staffAdmin.add': { ja: 'スタッフを追加する', en: 'Add staff' },
  'staffAdmin.name': { ja: '名前', en: 'Name' },
  'staffAdmin.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'staffAdmin.email.form': {
    ja: 'メールアドレスの形式を確かめてください。',
    en: 'Please enter a valid e-mail address.',
  },
  'staffAdmin.jobTitle': { ja: '肩書き', en: 'Job title' },
  'staffAdmin.bio': { ja: '自己紹介', en: 'About' },
  'staffAdmin.role': { ja: '役割', en: 'Role' },
  'staffAdmin.role.primary.help': {
    ja: '主管理者は「主管理者を引き継ぐ」で変わります。',
    en: 'To change the primary administrator, hand over primary administration.',
  },
  'staffAdmin.ranking': { ja: 'ランキングに含めない', en: 'Exclude from the ranking' },
  'staffAdmin.locale': { ja: '招待メールの言語', en: 'Language of the invitation' },
  'staffAdmin.signIn': { ja: '最終ログイン', en: 'Last sign-in' },
  'staffAdmin.signIn.never': { ja: 'まだありません', en: 'Never' },
  'staffAdmin.form.add': { ja: 'スタッフの追加', en: 'New staff' },
  'staffAdmin.form.edit': { ja: 'スタッフの編集', en: 'Edit staff' },
  'staffAdmin.form.invite': { ja: '招待メールを送る', en: 'Send the invitation' },
  'staffAdmin.required': { ja: '入力してください。', en: 'Please fill this in.' },
  'staffAdmin.added': {
    ja: '{email} に招待メールを送りました。',
    en: 'An invitation is on its way to {email}.',
  },
  'staffAdmin.saved': { ja: '保存しました。', en: 'Saved.' },
  'staffAdmin.stale': {
    ja: 'ほかの人が先に変更しました。最新の内容を読み込みましたので、確かめてからもう一度保存してください。',
    en: 'Someone else changed this first. The latest version has been loaded; please check and save again.',
  },
  'staffAdmin.actions': { ja: '{name}さんの操作', en: 'Actions for {name}' },
  'staffAdmin.invite.again': { ja: '招待メールを送り直す', en: 'Send the invitation again' },
  'staffAdmin.invite.done': { ja: '招待メールを送りました。', en: 'The invitation is on its way.' },
  'staffAdmin.deactivate': { ja: '停止する', en: 'Deactivate' },
  'staffAdmin.deactivate.title': { ja: '{name}さんを停止しますか', en: 'Deactivate {name}?' },
  'staffAdmin.deactivate.text': {
    ja: 'すぐにログアウトされ、ログインできなくなります。書いた投稿は残ります。あとから元に戻せます。',
    en: 'They are signed out immediately and cannot sign in. Their posts stay. You can activate them again.',
  },
  'staffAdmin.deactivate.done': { ja: '{name}さんを停止しました。', en: '{name} is deactivated.' },
  'staffAdmin.activate': { ja: '再開する', en: 'Activate' },
  'staffAdmin.activate.done': { ja: '{name}さんを再開しました。', en: '{name} is active again.' },
  'staffAdmin.transfer': { ja: '主管理者を引き継ぐ', en: 'Hand over primary administration' },
  'staffAdmin.transfer.text': {
    ja: '{name}さんが主管理者になり、あなたは管理者になります。確認のため、あなたのパスワードを入力してください。',
    en: '{name} becomes primary administrator, and you become a general manager. Enter your password to confirm.',
  },
  'staffAdmin.transfer.password': { ja: 'あなたのパスワード', en: 'Your password' },
  'staffAdmin.transfer.action': { ja: '引き継ぐ', en: 'Hand over' },
  'staffAdmin.transfer.done': {
    ja: '{name}さんが主管理者になりました。',
    en: '{name} is now the primary administrator.',
  },
});
