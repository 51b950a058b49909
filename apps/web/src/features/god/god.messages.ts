import { defineTexts } from '../../shared/intl/messages';

export const godTexts = defineTexts({
  'god.title': { ja: 'スペース運用', en: 'Operator console' },
  'god.find': { ja: 'スペース・主管理者で探す', en: 'Find by space or administrator' },
  'god.count': { ja: '{count}件', en: '{count, plural, one {# space} other {# spaces}}' },
  'god.add': { ja: 'スペースを追加する', en: 'Add a space' },
  'god.space': { ja: 'スペース', en: 'Space' },
  'god.staffCount': {
    ja: 'スタッフ {count}人',
    en: '{count} staff',
  },
  'god.primaryAdmin': { ja: '主管理者', en: 'Primary administrator' },
  'god.primaryAdmin.none': { ja: 'まだいません', en: 'None yet' },
  'god.people': { ja: '{count}人', en: '{count, plural, one {# person} other {# people}}' },
  'god.lastSignIn': { ja: '最終ログイン', en: 'Last sign-in' },
  'god.lastSignIn.never': { ja: 'まだありません', en: 'Never' },
  'god.staffs': { ja: 'スタッフ', en: 'Staff' },
  'god.created': { ja: '作成日', en: 'Created' },
  'god.timeZone': { ja: 'タイムゾーン', en: 'Time zone' },
  'god.empty': { ja: 'スペースはまだありません', en: 'There are no spaces yet' },
  'god.empty.text': {
    ja: 'スペースを追加すると、主管理者に招待メールが届きます。',
    en: 'When you add a space, its primary administrator gets an invitation.',
  },
  'god.empty.found': { ja: '見つかりませんでした', en: 'Nothing found' },
  'god.empty.found.text': {
    ja: 'スペースの名前、ID、主管理者の名前かメールアドレスで探せます。',
    en: 'Try the name or ID of the space, or the name or address of its administrator.',
  },
  'god.form.title': { ja: 'スペースの追加', en: 'New space' },
  'god.form.id': { ja: 'スペースID', en: 'Space ID' },
  'god.form.id.help': {
    ja: 'アドレスに使える半角の英小文字・数字・ハイフンで2〜40文字です。あとから変えられません。',
    en: '2 to 40 lower-case letters, digits and hyphens. It cannot be changed later.',
  },
  'god.form.id.wrong': {
    ja: '半角の英小文字・数字・ハイフンで2〜40文字にしてください。はじめと終わりにハイフンは使えません。',
    en: 'Use 2 to 40 lower-case letters, digits and hyphens, with no hyphen at either end.',
  },
  'god.form.name': { ja: 'スペースの名前', en: 'Space name' },
  'god.form.admin': { ja: '主管理者', en: 'Primary administrator' },
  'god.form.admin.help': {
    ja: 'このアドレスに招待メールを送ります。リンクからパスワードを設定すると使い始められます。',
    en: 'We send an invitation to this address with a link to set a password.',
  },
  'god.form.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'god.form.email.wrong': {
    ja: 'メールアドレスの形式を確かめてください。',
    en: 'Please enter a valid e-mail address.',
  },
  'god.form.displayName': { ja: '名前', en: 'Name' },
  'god.form.jobTitle': { ja: '肩書き', en: 'Job title' },
  'god.form.locale': { ja: '招待メールの言語', en: 'Language of the invitation' },
  'god.form.required': { ja: '入力してください。', en: 'Please fill this in.' },
  'god.form.submit': { ja: '追加して招待する', en: 'Add and invite' },
  'god.added': {
    ja: '「{name}」を追加し、{email} に招待メールを送りました。',
    en: '“{name}” has been added, and an invitation is on its way to {email}.',
  },
  'god.register': { ja: '主管理者を登録する', en: 'Register a primary administrator' },
  'god.register.title': { ja: '主管理者の登録', en: 'Register a primary administrator' },
  'god.register.text': {
    ja: 'このスペースのスタッフのアドレスなら、その人が主管理者になります。新しいアドレスなら、招待メールを送ります。今の主管理者は管理者になります。',
    en: 'If the address belongs to a staff member, that person becomes primary administrator. A new address receives an invitation. The current primary administrator becomes a general manager.',
  },
  'god.register.submit': { ja: '登録する', en: 'Register' },
  'god.register.confirm': {
    ja: '{name}さんを主管理者にしますか',
    en: 'Make {name} the primary administrator?',
  },
  'god.register.confirm.text': {
    ja: '「{space}」の主管理者が {email} に変わります。',
    en: '{email} becomes the primary administrator of “{space}”.',
  },
  'god.register.done': {
    ja: '{name}さんを主管理者にしました。',
    en: '{name} is now the primary administrator.',
  },
  'god.email.change': { ja: 'メールアドレスを変更する', en: 'Change e-mail address' },
  'god.email.of': {
    ja: '{name}さんのメールアドレスを変更する',
    en: 'Change the address of {name}',
  },
  'god.email.title': { ja: 'メールアドレスの変更', en: 'Change the e-mail address' },
  'god.email.text': {
    ja: '{name}さんがログインに使うアドレスです。変更すると、前のアドレスと新しいアドレスの両方にお知らせします。',
    en: '{name} signs in with this address. We notify both the old and the new address of the change.',
  },
  'god.email.now': { ja: '今のアドレス', en: 'Current address' },
  'god.email.next': { ja: '新しいアドレス', en: 'New address' },
  'god.email.same': { ja: '今のアドレスと同じです。', en: 'This is already the address.' },
  'god.email.confirm': {
    ja: '{name}さんのアドレスを変更しますか',
    en: 'Change the address of {name}?',
  },
  'god.email.confirm.text': {
    ja: '{before} では入れなくなり、{after} でログインすることになります。',
    en: 'They will sign in with {after}. {before} stops working.',
  },
  'god.email.action': { ja: '変更する', en: 'Change' },
  'god.email.done': { ja: 'メールアドレスを変更しました。', en: 'The address has been changed.' },
  'god.back': { ja: 'スペースの一覧', en: 'All spaces' },
  'god.gone': { ja: 'このスペースは見つかりません', en: 'Space not found' },
  'god.gone.text': {
    ja: 'アドレスを確かめるか、一覧から探してください。',
    en: 'Check the address, or look in the list.',
  },
  'god.locked': {
    ja: '二段階認証を設定すると使えます',
    en: 'Set up two-factor sign-in first',
  },
  'god.locked.text': {
    ja: 'スペース運用は、二段階認証を設定したアカウントだけが使えます。',
    en: 'The operator console requires two-factor sign-in.',
  },
  'god.locked.action': { ja: '二段階認証を設定する', en: 'Set up two-factor sign-in' },
});
