/** Titles of the identity service's problems. */
export const identityProblems = {
  'identity.sign-in.refused': {
    ja: 'メールアドレスまたはパスワードが正しくありません。',
    en: 'The e-mail address or password is not correct.',
  },
  'identity.sign-in.deactivated': {
    ja: 'このアカウントは管理者によって無効にされています',
    en: 'An administrator disabled this account',
  },
  'identity.sign-in.too-many-attempts': {
    ja: 'ログインの失敗が続いています。しばらくしてからもう一度お試しください。',
    en: 'Too many failed attempts to sign in. Please wait and try again.',
  },
  'identity.sign-in.busy': {
    ja: 'ただいまログインが混み合っています。少し待ってからもう一度お試しください。',
    en: 'Many people are signing in right now. Please wait a moment and try again.',
  },
  'identity.sign-in.code-required': {
    ja: '認証アプリのコードを入力してください',
    en: 'Enter the code from your authenticator app',
  },
  'identity.sign-in.code-wrong': {
    ja: 'コードが違うか、すでに使われています',
    en: 'The code is wrong or was already used',
  },
  'identity.sign-in.organisation-required': {
    ja: 'このスペースでは、組織のアカウントでログインしてください',
    en: 'Staff of this space sign in with the account of their organisation',
  },
  'identity.assistant.not-found': {
    ja: 'このアシスタントはつながっていません',
    en: 'This assistant is not connected',
  },
  'identity.assistant.unknown-program': {
    ja: '知らないプログラムからの依頼です。プログラムの側で、つなぎ直してください。',
    en: 'The request comes from an unknown program. Please connect again from the program.',
  },
  'identity.assistant.too-many': {
    ja: 'つながっているアシスタントが多すぎます。使わないものを切断してください。',
    en: 'Too many assistants are connected. Please disconnect those that you do not use.',
  },
  'identity.oidc.not-found': {
    ja: 'このスペースでは組織のアカウントでのログインを使えません。スペース名を確認してください。',
    en: 'This space does not use sign-in with an organisation. Please check its name.',
  },
  'identity.oidc.issuer-refused': {
    ja: '発行者のアドレスには、インターネットに公開されたhttpsのアドレスを入力してください',
    en: 'The issuer must be an https address that is open to the internet',
  },
  'identity.oidc.issuer-unusable': {
    ja: 'この発行者の設定を読み取れませんでした。アドレスを確認してください。',
    en: "This issuer's configuration could not be read. Please check the address.",
  },
  'identity.oidc.secret-required': {
    ja: 'クライアントシークレットを入力してください',
    en: 'Enter the client secret',
  },
  'identity.oidc.interrupted': {
    ja: 'ログインの手続きが途中で切れました。もう一度はじめからお試しください。',
    en: 'Sign-in was interrupted. Please start again.',
  },
  'identity.oidc.failed': {
    ja: '組織のアカウントでログインできませんでした。もう一度お試しください。',
    en: 'Signing in with your organisation did not work. Please try again.',
  },
  'identity.oidc.email-unverified': {
    ja: '組織のアカウントのメールアドレスが確認済みではありません。組織の管理者にお問い合わせください。',
    en: 'Your organisation has not verified your e-mail address. Please ask its administrator.',
  },
  'identity.oidc.unknown-staff': {
    ja: 'このメールアドレスのスタッフは、このスペースにいません。スペースの管理者にお問い合わせください。',
    en: 'No staff member of this space has this e-mail address. Please ask an administrator of the space.',
  },
  'identity.oidc.operator': {
    ja: '運営者のアカウントは、メールアドレスとパスワードでログインしてください',
    en: "The operator's account signs in with e-mail and password",
  },
  'identity.session.ended': {
    ja: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    en: 'Your session has ended. Please sign in again.',
  },
  'identity.session.cross-origin': {
    ja: 'ほかのサイトからのログイン操作は受け付けられません',
    en: 'Requests to sign in from another site are not accepted',
  },
  'identity.session.not-found': {
    ja: 'このセッションは見つかりません',
    en: 'This session was not found',
  },
  'identity.staff.not-found': {
    ja: 'スタッフが見つかりません',
    en: 'This staff member was not found',
  },
  'identity.staff.email-taken': {
    ja: 'このメールアドレスは使えません',
    en: 'This e-mail address cannot be used',
  },
  'identity.api-token.stale': {
    ja: 'ほかの人が先に変更しました。最新の内容を確認してください。',
    en: 'Someone else changed this first. Please review the current version.',
  },
  'identity.staff.stale': {
    ja: 'ほかの人が先に変更しました。最新の内容を確認してください。',
    en: 'Someone else changed this first. Please review the current version.',
  },
  'identity.staff.primary-admin-stays': {
    ja: '主管理者の役割は引き継ぎでのみ変更できます。無効にする前に引き継いでください。',
    en: 'The primary administrator can only be changed by transfer. Transfer the role first.',
  },
  'identity.staff.own-account': {
    ja: '自分自身のアカウントにはこの操作を行えません',
    en: 'You cannot do this to your own account',
  },
  'identity.staff.god-protected': {
    ja: 'このアカウントは運営者だけが変更できます',
    en: 'Only the operator can change this account',
  },
  'identity.staff.deactivated': {
    ja: 'このスタッフは無効にされています',
    en: 'This staff member is deactivated',
  },
  'identity.staff.not-joined': {
    ja: 'このスタッフはまだ招待を受けて最初のパスワードを設定していません。設定が終わってから引き継いでください。',
    en: 'This staff member has not accepted the invitation yet. Transfer the role after that.',
  },
  'identity.staff.password-set': {
    ja: 'このスタッフはすでにパスワードを設定しています',
    en: 'This staff member has already set a password',
  },
  'identity.photo.unreadable': {
    ja: '画像として読み込めません。PNG、JPEG、GIF、WebPの画像を選んでください。',
    en: 'This picture cannot be read. Choose a PNG, JPEG, GIF or WebP.',
    detail: {
      ja: '画像が壊れているか、画素数が多すぎます。JPEGは約5,000万画素、PNG・GIF・WebPは約2,400万画素まで使えます。',
      en: 'It is damaged or has too many pixels. The limit is about 50 million for JPEG and 24 million for PNG, GIF or WebP.',
    },
  },
  'identity.photo.too-large': {
    ja: '画像は4MBまでです',
    en: 'Pictures can be up to 4 MB',
  },
  'identity.photo.not-found': {
    ja: '写真が見つかりません',
    en: 'This photo was not found',
  },
  'identity.space.not-found': {
    ja: 'スペースが見つかりません',
    en: 'This space was not found',
  },
  'identity.space.taken': {
    ja: 'このスペース名はすでに使われています',
    en: 'This name of a space is already in use',
  },
  'identity.space.stale': {
    ja: 'ほかの人が先に変更しました。最新の内容を確認してください。',
    en: 'Someone else changed this first. Please review the current version.',
  },
  'identity.password.wrong': {
    ja: 'パスワードが違います',
    en: 'The password is wrong',
  },
  'identity.password.unchanged': {
    ja: '今までと違うパスワードを決めてください',
    en: 'Choose a password that differs from the current one',
  },
  'identity.password.already-set': {
    ja: '最初のパスワードはすでに設定されています',
    en: 'The first password has already been set',
  },
  'identity.password-link.invalid': {
    ja: 'このリンクは正しくありません',
    en: 'This link is not valid',
  },
  'identity.password-link.expired': {
    ja: 'このリンクの有効期限は切れています。もう一度お送りください。',
    en: 'This link has expired. Please request a new one.',
  },
  'identity.password-link.used': {
    ja: 'このリンクはすでに使われています',
    en: 'This link has already been used',
  },
  'identity.two-factor.enabled': {
    ja: '二段階認証はすでに有効です',
    en: 'Two-factor sign-in is already on',
  },
  'identity.two-factor.not-enabled': {
    ja: '二段階認証は有効になっていません',
    en: 'Two-factor sign-in is not on',
  },
  'identity.two-factor.not-begun': {
    ja: '二段階認証の設定を最初からやり直してください',
    en: 'Please start the setup of two-factor sign-in again',
  },
  'identity.two-factor.required': {
    ja: '運営者のアカウントでは二段階認証を無効にできません',
    en: "Two-factor sign-in cannot be turned off for the operator's account",
  },
  'identity.api-token.not-found': {
    ja: 'APIトークンが見つかりません',
    en: 'This API token was not found',
  },
  'identity.api-token.scope-forbidden': {
    ja: '自分が持たない権限をAPIトークンに与えることはできません',
    en: 'An API token cannot be given permissions that you do not have',
  },
  'identity.api-token.expiry-past': {
    ja: '有効期限には未来の日時を指定してください',
    en: 'The expiry must be in the future',
  },
} as const;
