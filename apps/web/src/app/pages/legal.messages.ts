import { defineTexts } from '../../shared/intl/messages';

/** The terms of use and the privacy policy in force; each paragraph is one text. */
export const legalTexts = defineTexts({
  'legal.terms.lead': {
    ja: 'Engawa は、スペースのスタッフが会員との関わりを記録し、分かち合うための道具です。スペースの一員として使うときは、次のことをお守りください。',
    en: 'Engawa is a tool with which the staff of a space record and share their dealings with members. Whoever uses it for a space agrees to the following.',
  },
  'legal.terms.use': {
    ja: '記録は、会員への対応をよくするためだけに使ってください。業務に関わりのないことや、本人に見せられないことは書かないでください。',
    en: 'Use the records only to serve the members better. Do not write what has nothing to do with the work, or what the person concerned must not read.',
  },
  'legal.terms.account': {
    ja: 'アカウントは一人に一つです。パスワードをほかの人に教えたり、共有したりしないでください。',
    en: 'An account belongs to one person. Do not tell or share its password.',
  },
  'legal.terms.leave': {
    ja: '退職や異動で記録を見る必要がなくなったときは、管理者がアカウントを停止します。書いた記録はスペースに残ります。',
    en: 'When somebody no longer needs the records, an administrator deactivates the account. What was written stays with the space.',
  },
  'legal.terms.change': {
    ja: '規約を変えるときは、この画面でお知らせします。',
    en: 'Changes of these terms are made known on this page.',
  },
  'legal.privacy.lead': {
    ja: 'Engawa は、スペースの運営に必要な情報だけを預かります。',
    en: 'Engawa keeps only what running the space requires.',
  },
  'legal.privacy.what': {
    ja: '預かる情報は、スタッフの氏名・メールアドレス・写真、会員の氏名・会社・種別・写真、スタッフが書いた記録とファイルです。',
    en: 'Kept are names, mail addresses and photos of staff; names, companies, types and photos of members; and the records and files that staff write.',
  },
  'legal.privacy.who': {
    ja: '情報を見られるのは、同じスペースのスタッフだけです。ほかのスペースからは見られません。',
    en: 'Only the staff of the same space can see it. No other space can.',
  },
  'legal.privacy.cookie': {
    ja: 'クッキーは、ログインの維持と表示言語の記憶のためだけに使います。広告や追跡には使いません。',
    en: 'Cookies serve only to keep you signed in and to remember the language, never for advertising or tracking.',
  },
  'legal.privacy.rights': {
    ja: '会員ご本人は、記録の開示や削除をスペースの管理者に求めることができます。',
    en: 'Members may ask the administrators of their space to disclose or erase what is recorded about them.',
  },
});
