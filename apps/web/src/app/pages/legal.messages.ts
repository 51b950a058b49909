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
  // The spec beside this file lists the fields that these two texts must name.
  'legal.privacy.members': {
    ja: '会員について預かる情報は、氏名とカナ、会社・屋号、肩書き、写真、会員種別、メールアドレス、電話番号、誕生日、入会日、契約終了日、メモ、スペースが加えた項目と、スタッフが書いた記録とファイルです。',
    en: 'About members, it stores name and kana, company, title, photo, member type, e-mail address, phone number, birthday, when they joined and when their contract ends, a note, the fields that the space adds, and the records and files that staff add.',
  },
  'legal.privacy.staff': {
    ja: 'スタッフについて預かる情報は、氏名、肩書き、自己紹介、写真、メールアドレス、権限、設定と、ログインや操作の履歴（日時、端末、接続元のアドレスを含みます）です。',
    en: 'About staff, it stores name, title, introduction, photo, e-mail address, role and settings, and a log of actions and sign-ins with their time, device and network address.',
  },
  'legal.privacy.who': {
    ja: '情報を見られるのは、同じスペースのスタッフ、スペースがつないだほかのシステム（チャット、APIトークンを使うシステム、アシスタントなど）と、このEngawaの運営者です。ほかのスペースからは見られません。',
    en: 'This data can be seen by staff of the same space, by other systems that the space connects (such as chats, systems with API tokens, and assistants), and by the operator of this installation. Other spaces cannot see it.',
  },
  'legal.privacy.cookie': {
    ja: 'クッキーは、ログインの維持と表示言語の記憶のためだけに使います。広告や追跡には使いません。書きかけの文章や最近の投稿は、お使いの端末のブラウザーにも保存します。',
    en: 'Cookies are used only to keep you signed in and to remember your language, never for advertising or tracking. Unfinished text and recent posts are also stored in the browser of your device.',
  },
  'legal.privacy.rights': {
    ja: '会員ご本人は、記録の開示や削除をスペースの管理者に求めることができます。',
    en: 'Members can ask the administrators of their space to disclose or erase their records.',
  },
});
