import { defineTexts } from '../../shared/intl/messages';

/** Texts of the frame around the settings. */
export const adminTexts = defineTexts({
  'shell.admin': { ja: '設定', en: 'Settings' },
  'shell.admin.nav': { ja: '設定メニュー', en: 'Settings menu' },
  'shell.admin.space': { ja: 'スペース設定', en: 'Space settings' },
  'shell.admin.basic': { ja: '基本', en: 'Basics' },
  'shell.admin.fields': { ja: '会員の追加項目', en: 'Custom fields' },
  'shell.admin.types': { ja: '会員種別', en: 'Member types' },
  'shell.admin.labels': { ja: 'ラベル', en: 'Labels' },
  'shell.admin.templates': { ja: 'テンプレート', en: 'Templates' },
  'shell.admin.reactions': { ja: 'リアクション', en: 'Reactions' },
  'shell.admin.export': { ja: '取り込みと書き出し', en: 'Import and export' },
  'shell.admin.integrations': { ja: '連携', en: 'Integrations' },
  'shell.admin.webhooks': { ja: 'Webhook', en: 'Webhooks' },
  'shell.admin.signIn': { ja: '組織のアカウント', en: 'Sign-in' },
  'shell.admin.tokens': { ja: 'APIトークン', en: 'API tokens' },
  'shell.admin.audit': { ja: '監査ログ', en: 'Audit log' },
  'shell.admin.members': { ja: '会員管理', en: 'Manage members' },
  'shell.admin.staffs': { ja: 'スタッフ管理', en: 'Manage staff' },
  'shell.admin.back': { ja: 'タイムラインへ戻る', en: 'Back to timeline' },
  'shell.version': { ja: 'バージョン {version}', en: 'Version {version}' },
  'shell.terms': { ja: '利用規約', en: 'Terms of use' },
  'shell.privacy': { ja: 'プライバシーポリシー', en: 'Privacy policy' },
});
