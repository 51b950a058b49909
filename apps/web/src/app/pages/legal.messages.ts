import { defineTexts } from '../../shared/intl/messages';

/** The terms of use and the privacy policy; each paragraph is one text. */
export const legalTexts = defineTexts({
  'legal.terms.lead': {
    ja: 'Engawaは、スペースのスタッフが会員との関わりを記録し、分かち合うための道具です。スペースの一員として使うときは、次のことをお守りください。',
    en: 'Engawa is a tool that the staff of a space use to record and share their work with members. By using it, you agree to the following.',
  },
  'legal.terms.use': {
    ja: '記録は、会員への対応をよくするためだけに使ってください。業務に関わりのないことや、本人に見せられないことは書かないでください。',
    en: 'Use the records only to serve members better. Do not write anything unrelated to your work, or anything you would not show to the person concerned.',
  },
  'legal.terms.account': {
    ja: 'アカウントは一人に一つです。パスワードをほかの人に教えたり、共有したりしないでください。',
    en: 'Each account belongs to one person. Do not share its password.',
  },
  'legal.terms.leave': {
    ja: '退職や異動で記録を見る必要がなくなったときは、管理者がアカウントを停止します。書いた記録はスペースに残ります。',
    en: 'When someone leaves or no longer needs the records, an administrator deactivates their account. What they wrote stays with the space.',
  },
  'legal.terms.change': {
    ja: '規約を変えるときは、この画面でお知らせします。',
    en: 'Changes to these terms are announced on this page.',
  },
  'legal.privacy.lead': {
    ja: 'Engawaは、スペースの運営に必要な情報だけを預かります。',
    en: 'Engawa stores only what is needed to run the space.',
  },
  'legal.privacy.what': {
    ja: '預かる情報は、スタッフの氏名・メールアドレス・写真、会員の氏名・会社・種別・写真、スタッフが書いた記録とファイルです。',
    en: 'It stores the names, e-mail addresses and photos of staff; the names, companies, types and photos of members; and the records and files that staff add.',
  },
  'legal.privacy.who': {
    ja: '情報を見られるのは、同じスペースのスタッフだけです。ほかのスペースからは見られません。',
    en: 'Only staff of the same space can see this data. Other spaces cannot.',
  },
  'legal.privacy.cookie': {
    ja: 'クッキーは、ログインの維持と表示言語の記憶のためだけに使います。広告や追跡には使いません。',
    en: 'Cookies are used only to keep you signed in and to remember your language, never for advertising or tracking.',
  },
  'legal.privacy.rights': {
    ja: '会員ご本人は、記録の開示や削除をスペースの管理者に求めることができます。',
    en: 'Members can ask the administrators of their space to disclose or erase their records.',
  },
});
