import { defineTexts } from '../../shared/intl/messages';

export const profileTexts = defineTexts({
  'profile.title': { ja: 'プロフィール', en: 'Profile' },
  'profile.basic': { ja: '基本情報', en: 'Basic information' },
  'profile.name': { ja: '名前', en: 'Name' },
  'profile.jobTitle': { ja: '肩書き', en: 'Job title' },
  'profile.bio': { ja: '自己紹介', en: 'About' },
  'profile.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'profile.required': { ja: '入力してください。', en: 'Please fill this in.' },
  'profile.saved': { ja: '保存しました。', en: 'Saved.' },
  'profile.photo.saved': { ja: '写真を変更しました。', en: 'Photo changed.' },
  'profile.photo.removed': { ja: '写真を外しました。', en: 'Photo removed.' },
  'profile.password': { ja: 'パスワード', en: 'Password' },
  'profile.password.lead': {
    ja: '変更すると、ほかの端末からはログアウトされます。',
    en: 'Changing it signs you out on all other devices.',
  },
  'profile.password.now': { ja: '今のパスワード', en: 'Current password' },
  'profile.password.new': { ja: '新しいパスワード', en: 'New password' },
  'profile.password.again': { ja: '新しいパスワード（確認）', en: 'Confirm new password' },
  'profile.password.short': {
    ja: '8文字以上で入力してください。',
    en: 'Please use at least 8 characters.',
  },
  'profile.password.differs': {
    ja: '2つのパスワードが一致しません。',
    en: 'The two passwords do not match.',
  },
  'profile.password.action': { ja: 'パスワードを変更する', en: 'Change the password' },
  'profile.password.done': {
    ja: 'パスワードを変更しました。',
    en: 'Your password has been changed.',
  },
  'profile.sessions': { ja: 'ログイン中の端末', en: 'Where you are signed in' },
  'profile.sessions.current': { ja: 'この端末', en: 'This device' },
  'profile.sessions.unknown': { ja: '不明な端末', en: 'Unknown device' },
  'profile.sessions.seen': { ja: '最後の利用', en: 'Last used' },
  'profile.sessions.end': { ja: 'ログアウトする', en: 'Sign out' },
  'profile.sessions.end.of': { ja: '{device} をログアウトする', en: 'Sign out on {device}' },
  'profile.sessions.ended': { ja: 'ログアウトしました。', en: 'Signed out on that device.' },
  'profile.sessions.others': {
    ja: 'ほかの端末をすべてログアウトする',
    en: 'Sign out everywhere else',
  },
  'profile.sessions.others.title': {
    ja: 'ほかの端末をすべてログアウトしますか',
    en: 'Sign out everywhere else?',
  },
  'profile.sessions.others.text': {
    ja: 'この端末のほかは、もう一度ログインが必要になります。',
    en: 'All devices but this one will need to sign in again.',
  },
  'profile.sessions.others.done': {
    ja: 'ほかの端末をすべてログアウトしました。',
    en: 'You have been signed out everywhere else.',
  },
  'profile.twoFactor': { ja: '二段階認証', en: 'Two-factor sign-in' },
  'profile.twoFactor.lead': {
    ja: 'パスワードに加えて、認証アプリの6桁のコードでログインします。',
    en: 'Signing in then also requires a six-digit code from an authenticator app.',
  },
  'profile.twoFactor.required': {
    ja: 'このアカウントには二段階認証が必要です。',
    en: 'This account requires two-factor sign-in.',
  },
  'profile.twoFactor.off': { ja: '設定されていません。', en: 'Not set up.' },
  'profile.twoFactor.on': {
    ja: '設定されています。回復コードは残り{count}個です。',
    en: 'On. {count, plural, one {# recovery code is} other {# recovery codes are}} left.',
  },
  'profile.twoFactor.setUp': { ja: '二段階認証を設定する', en: 'Set up two-factor sign-in' },
  'profile.twoFactor.next': { ja: '次へ進む', en: 'Continue' },
  'profile.twoFactor.password': { ja: '今のパスワード', en: 'Your password' },
  'profile.twoFactor.app': {
    ja: '認証アプリでQRコードを読み取るか、キーを手で登録し、表示されたコードを入力してください。15分以内に済ませてください。',
    en: 'Scan the QR code with your authenticator app, or enter the key by hand. Then enter the code it shows. The key expires in 15 minutes.',
  },
  'profile.twoFactor.qr': {
    ja: '認証アプリで読み取るQRコード',
    en: 'QR code for your authenticator app',
  },
  'profile.twoFactor.secret': { ja: 'キー', en: 'Key' },
  'profile.twoFactor.uri': { ja: '設定用のアドレス', en: 'Setup address' },
  'profile.twoFactor.open': {
    ja: 'この端末の認証アプリで開く',
    en: 'Open in the authenticator app of this device',
  },
  'profile.twoFactor.code': { ja: '6桁のコード', en: 'Six-digit code' },
  'profile.twoFactor.codeOrRecovery': {
    ja: '6桁のコード、または回復コード',
    en: 'Six-digit code, or a recovery code',
  },
  'profile.twoFactor.confirm': { ja: '設定を終える', en: 'Finish' },
  'profile.twoFactor.codes': { ja: '回復コード', en: 'Recovery codes' },
  'profile.twoFactor.codes.text': {
    ja: '認証アプリが使えないとき、それぞれ1回だけ使えます。表示されるのは今だけです。安全な場所に保管してください。',
    en: 'Each code works once when you do not have the app. They are shown only once; keep them in a safe place.',
  },
  'profile.twoFactor.codes.copy': { ja: 'コピーする', en: 'Copy' },
  'profile.twoFactor.codes.copied': { ja: 'コピーしました。', en: 'Copied.' },
  'profile.twoFactor.codes.kept': { ja: '保管しました', en: 'I have saved them' },
  'profile.twoFactor.codes.unseen': {
    ja: '二段階認証は設定されていますが、新しい回復コードを表示できませんでした。回復コードを作り直してください。',
    en: 'Two-factor sign-in is on, but its new recovery codes could not be shown. Create new recovery codes.',
  },
  'profile.twoFactor.renew': { ja: '回復コードを作り直す', en: 'Create new recovery codes' },
  'profile.twoFactor.renew.text': {
    ja: '今の回復コードは使えなくなります。',
    en: 'Your current codes will stop working.',
  },
  'profile.twoFactor.disable': { ja: '二段階認証を解除する', en: 'Turn two-factor sign-in off' },
  'profile.twoFactor.disabled': {
    ja: '二段階認証を解除しました。',
    en: 'Two-factor sign-in is off.',
  },
});
