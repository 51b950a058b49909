import { defineTexts } from '../../shared/intl/messages';

export const accountTexts = defineTexts({
  'account.send.title': { ja: 'パスワードの再設定', en: 'Reset your password' },
  'account.send.lead': {
    ja: '登録しているメールアドレスを入力してください。再設定用のリンクを送ります。',
    en: 'Enter the e-mail address of your account and we will send you a link.',
  },
  'account.send.action': { ja: 'メールを送る', en: 'Send e-mail' },
  'account.sent.title': { ja: 'メールを確認してください', en: 'Check your e-mail' },
  'account.sent.lead': {
    ja: '{email} が登録されていれば、再設定用のリンクが届きます。リンクは1時間有効で、1回だけ使えます。',
    en: 'If {email} belongs to an account, a link is on its way. It works once and expires in one hour.',
  },
  'account.sent.again': { ja: 'もう一度送る', en: 'Send it again' },
  'account.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'account.email.form': {
    ja: 'メールアドレスの形式を確かめてください。',
    en: 'Please enter a valid e-mail address.',
  },
  'account.checking': { ja: 'リンクを確かめています', en: 'Checking the link' },
  'account.submit.title': { ja: '新しいパスワード', en: 'Choose a new password' },
  'account.submit.invited': { ja: 'ようこそ、{name}さん', en: 'Welcome, {name}' },
  'account.submit.lead': {
    ja: '{email} のパスワードを設定します。8文字以上にしてください。',
    en: 'Set a password for {email}. Use at least 8 characters.',
  },
  'account.password.new': { ja: '新しいパスワード', en: 'New password' },
  'account.password.again': { ja: '新しいパスワード（確認）', en: 'Confirm new password' },
  'account.password.short': {
    ja: '8文字以上で入力してください。',
    en: 'Please use at least 8 characters.',
  },
  'account.password.differs': {
    ja: '2つのパスワードが一致しません。',
    en: 'The two passwords do not match.',
  },
  'account.submit.action': { ja: 'パスワードを設定する', en: 'Set the password' },
  'account.submit.keep': {
    ja: 'パスワードを変えずにログインする',
    en: 'Keep my current password and sign in',
  },
  'account.done.title': { ja: 'パスワードを設定しました', en: 'Your password has been set' },
  'account.done.lead': {
    ja: '新しいパスワードでログインしてください。',
    en: 'Sign in with your new password.',
  },
  'account.signIn': { ja: 'ログインする', en: 'Sign in' },
  'account.signIn.back': { ja: 'ログイン画面に戻る', en: 'Back to sign-in' },
  'account.link.expired.title': {
    ja: 'リンクの有効期限が切れています',
    en: 'This link has expired',
  },
  'account.link.expired.lead': {
    ja: '再設定用のリンクは、1時間たつか新しいリンクを送ると使えなくなります。いちばん新しいメールを確かめるか、もう一度お送りください。',
    en: 'Links expire after one hour or when a newer one is sent. Use the latest e-mail, or request a new link.',
  },
  'account.link.used.title': {
    ja: 'このリンクはすでに使われています',
    en: 'This link has already been used',
  },
  'account.link.used.lead': {
    ja: 'パスワードは設定済みです。覚えがないときは、もう一度再設定してください。',
    en: 'A password has already been set with this link. If that was not you, reset it now.',
  },
  'account.link.invalid.title': { ja: 'このリンクは使えません', en: 'This link cannot be used' },
  'account.link.invalid.lead': {
    ja: 'リンクが途中で切れているようです。届いたメールをもう一度確かめてください。',
    en: 'The link seems to be incomplete. Please check the e-mail again.',
  },
  'account.link.again': { ja: '再設定のメールを送る', en: 'Request a new link' },
  'account.first.title': {
    ja: 'はじめに、パスワードを決めます',
    en: 'First, choose your own password',
  },
  'account.first.lead': {
    ja: '今のパスワードは管理者が決めたものです。ご自分だけが知るパスワードに変えてください。',
    en: 'An administrator gave you the current one. Replace it with one that only you know.',
  },
  'account.terms.title': { ja: '利用規約をご確認ください', en: 'Please read the terms of use' },
  'account.terms.lead': {
    ja: 'お使いになる前に、<terms>利用規約</terms>と<privacy>プライバシーポリシー</privacy>をお読みください。',
    en: 'Before you begin, please read the <terms>terms of use</terms> and the <privacy>privacy policy</privacy>.',
  },
  'account.terms.action': { ja: '同意してはじめる', en: 'Agree and continue' },
  'account.leave': { ja: 'ログアウト', en: 'Sign out' },
});
