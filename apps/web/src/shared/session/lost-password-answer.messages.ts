import { defineTexts } from '../intl/messages';

export const lostPasswordAnswerTexts = defineTexts({
  'password.unknown': {
    ja: '接続が切れたため、パスワードが変わったか確認できませんでした。つながったら、もう一度お試しください。ログインを求められたときは、新しいパスワードでログインしてください。',
    en: 'The connection was lost, so it is not known whether your password has changed. Please try again once you are connected. If you are asked to sign in, use the new password.',
  },
  'password.changed': {
    ja: '先ほどの変更は届いていたようです。新しいパスワードでログインしてください。ログインできないときは、前のパスワードのままです。',
    en: 'Your earlier change seems to have arrived. Please sign in with the new password. If that does not work, the old one is still valid.',
  },
});
