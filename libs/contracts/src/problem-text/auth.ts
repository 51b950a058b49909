/** Titles of the token check's and the guard's problems. */
export const authProblems = {
  'auth.required': { ja: 'ログインが必要です', en: 'Sign in first' },
  'auth.token-invalid': {
    ja: 'ログインの情報が正しくありません',
    en: 'The access token is not valid',
  },
  'auth.token-expired': {
    ja: 'ログインの有効期限が切れました',
    en: 'The access token has expired',
  },
  'auth.session-ended': {
    ja: 'このセッションは終了しました',
    en: 'This session has ended',
  },
  'auth.token-outdated': {
    ja: '権限が変わりました。ログインの情報を更新してください。',
    en: 'Your permissions have changed; renew the access token',
  },
  'auth.forbidden': {
    ja: 'この操作を行う権限がありません',
    en: 'You are not allowed to do this',
  },
  'auth.onboarding-required': {
    ja: '先に初期パスワードを変更してください',
    en: 'Choose your own password first',
  },
} as const;
