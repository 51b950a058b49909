/* eslint-disable max-lines -- a table of texts */
import type { OperationTexts } from './operation-texts';

/** The operations of identity in Japanese. */
export const identity: OperationTexts = {
  listApiTokens: {
    summary: 'APIトークンの一覧',
    description:
      'スペースのAPIトークンを新しい順に返します。シークレットは返しません。`hint` はその末尾4文字です。',
  },
  createApiToken: {
    summary: 'APIトークンを作る',
    description:
      '指定した権限のトークンを作ります。トークンは `engawa_` で始まり、この応答でだけ返します。Engawaが保存するのはハッシュだけです。書いたものには、作成者として連携の名前（`name`）と、あれば画像が出ます。',
  },
  takeOverApiToken: {
    summary: 'APIトークンを引き継ぐ',
    description:
      'トークンの責任者を呼び出した人に変えます。作った人のアカウントがなくなっても、トークンは使い続けられます。シークレット、権限、名前、画像は変わりません。引き継ぐ人には、トークンの権限と同じ権限が必要です。リクエストはすぐに引き継いだ人の権限の範囲になります。無効にした人が作ったトークンは、2分以内にまた使えるようになります。',
  },
  revokeApiToken: {
    summary: 'APIトークンを無効にする',
    description:
      'トークンを無効にします。そのトークンを使うリクエストは、1秒以内に拒否されるようになります。',
  },
  updateApiToken: {
    summary: 'APIトークンの名前を変える',
    description: '連携の名前を変えます。それまでに書いたものの作成者名も変わります。',
  },
  getApiTokenUses: {
    summary: 'APIトークンの日ごとの利用回数',
    description:
      'トークンを使ったリクエストの数を、今日を含むスペースの直近30日について、古い日から順に返します。数字の遅れは1分以内です。',
  },
  uploadApiTokenPhoto: {
    summary: '連携の画像を登録する',
    description: '画像をパート `file` で受け取り、連携の名前の横に表示します。',
  },
  deleteApiTokenPhoto: {
    summary: '連携の画像を削除する',
    description: '連携の画像とサムネイルを削除します。',
  },
  listIntegrations: {
    summary: '連携の一覧',
    description:
      '書いた人の名前を表示するために、スペースの連携を新しい順に返します。APIトークンの1つ1つが連携です。終わった連携も `deactivated` を付けて含みます。',
  },
  listAssistants: {
    summary: '自分の名前で働くアシスタントの一覧',
    description:
      '自分の名前で働くアシスタントを新しい順に返します。一度も使われていない許可は含みません。',
  },
  authorizeAssistant: {
    summary: 'アシスタントに自分の名前で働くことを許可する',
    description:
      'OAuth 2.1の認可リクエストのクエリを受け取り、コードの入ったリダイレクト先を返します。リクエストが正しくないときは、代わりにエラーがアドレスに入ります。',
  },
  checkAuthorization: {
    summary: 'アシスタントが求める許可の内容',
    description:
      'OAuth 2.1の認可リクエストのクエリを受け取り、アシスタントが見られるものとできることを返します。',
  },
  disconnectAssistant: {
    summary: 'アシスタントをすべての接続から切断する',
    description:
      'アシスタントのトークンを無効にします。どのゲートウェイも1秒以内に拒否するようになります。',
  },
  listAuditEntries: {
    summary: '監査ログの一覧',
    description:
      'スペースで誰がいつ何をしたかを新しい順に返します。対象は、ログイン、スタッフと設定の変更、書き出し、取り込み、削除です。APIトークンには、スタッフのメールアドレスの変更前後の値を返しません。',
  },
  confirmOidcSignIn: {
    summary: 'OpenID Connectのログインをコードで確認する',
    description:
      '二段階認証を使うアカウントで、組織の認証サーバーからのログインを、ワンタイムコードか回復コードで完了します。',
  },
  beginOidcSignIn: {
    summary: 'OpenID Connectのログインを始める',
    description:
      'ブラウザーが開くべき認証サーバーのアドレスを返し、ログインをこのブラウザーに結びつけるCookieを設定します。',
  },
  finishOidcSignIn: {
    summary: 'OpenID Connectのログインを終える',
    description:
      '認証サーバーがブラウザーを戻すリダイレクト先です。セッションを開いてWebアプリへ移動します。ログインに失敗したときもWebアプリへ移動します。',
  },
  sendPasswordReset: {
    summary: 'パスワード再設定のメールを送る',
    description:
      '1時間有効で1回だけ使えるリンクを送ります。アドレスのアカウントがあってもなくても、応答は同じです。',
  },
  checkPasswordLink: {
    summary: 'パスワード設定リンクを確認する',
    description:
      'メールのリンクがまだ有効なら、誰のアカウントのものかを返します。以後このブラウザーは、そのアカウントの使い慣れた端末とみなされます。',
  },
  submitPasswordLink: {
    summary: 'メールのリンクでパスワードを設定する',
    description:
      'パスワードを設定し、リンクを使用済みにします。アカウントのセッションはすべて終わります。',
  },
  refreshSession: {
    summary: 'セッションを更新する',
    description:
      'httpOnly Cookieのリフレッシュトークンと引き換えに新しいアクセストークンを返し、Cookieも新しくします。リフレッシュトークンが2回使われると、セッションを終えます。',
  },
  signIn: {
    summary: 'ログインする',
    description:
      'メールアドレスとパスワードで、二段階認証を使うアカウントではワンタイムコードも使って、セッションを開きます。短時間だけ有効なアクセストークンを返し、更新用のCookieを設定します。',
  },
  signOut: {
    summary: 'ログアウトする',
    description:
      '更新用のCookieとアクセストークンのセッションを終えます。セッションがなくても成功します。',
  },
  getSession: {
    summary: 'いまのセッション',
    description:
      'ログインしているアカウント、そのスペース、その権限を返します。APIトークンの場合、アカウントは連携自身で、権限はトークンの範囲に限られ、メールアドレスはありません。',
  },
  agreeToTerms: {
    summary: '利用規約に同意する',
    description: '利用規約への同意を記録します。繰り返しても何も変わりません。',
  },
  listSessions: {
    summary: '自分のセッションの一覧',
    description: '自分がログインしているブラウザーと端末を返します。',
  },
  endOtherSessions: {
    summary: '自分のほかのセッションを終える',
    description: '今のセッション以外の、自分のセッションをすべて終えます。',
  },
  endSession: {
    summary: '自分のセッションを1つ終える',
    description: '自分のセッションを1つ終えます。そのトークンは1秒以内に拒否されるようになります。',
  },
  updateProfile: {
    summary: '自分のプロフィールを変更する',
    description:
      '自分のアカウントの名前、肩書き、自己紹介、最初に開くページ、最初の手順を閉じたかどうかを変更します。',
  },
  setFirstPassword: {
    summary: '自分の最初のパスワードを設定する',
    description:
      '管理者が決めたパスワードを置き換えます。それまでは、この操作と利用規約だけが使えます。',
  },
  changePassword: {
    summary: '自分のパスワードを変更する',
    description:
      '自分のパスワードを変更します。すべてのセッションが終わり、このブラウザーで新しいセッションが開きます。',
  },
  uploadProfilePhoto: {
    summary: '自分の写真をアップロードする',
    description: '画像をパート `file` で受け取り、自分の写真を置き換えます。',
  },
  deleteProfilePhoto: {
    summary: '自分の写真を削除する',
    description: '自分の写真とサムネイルを削除します。',
  },
  getTwoFactor: {
    summary: '自分の二段階認証の状態',
    description: '自分の二段階認証が有効かどうかと、残りの回復コードの数を返します。',
  },
  beginTwoFactor: {
    summary: '二段階認証の設定を始める',
    description:
      '認証アプリのための新しいシークレットを返します。confirmTwoFactorまでは、二段階認証は無効のままです。',
  },
  confirmTwoFactor: {
    summary: '二段階認証を有効にする',
    description: '認証アプリの最初のコードで有効にします。回復コードはこの応答でだけ返します。',
  },
  disableTwoFactor: {
    summary: '二段階認証を無効にする',
    description: 'パスワードとコードで無効にします。スペース運用のアカウントでは無効にできません。',
  },
  renewRecoveryCodes: {
    summary: '自分の回復コードを作り直す',
    description: '新しい回復コードを返します。古いコードは使えなくなります。',
  },
  listStaffs: {
    summary: 'スタッフの一覧',
    description:
      'スペースのスタッフを、登録の古い順に返します。運用者は、主管理者を兼ねていなければ含みません。APIトークンには `email` を返しません。',
  },
  addUser: {
    summary: 'スタッフを追加する',
    description:
      'アカウントを作ります。最初のパスワードを決めないときは、スタッフに招待メールを送ります。',
  },
  getLastSignInTimes: {
    summary: '最後にログインした日時の一覧',
    description: 'スペースの各スタッフが最後にログインした日時を返します。',
  },
  getStaff: {
    summary: 'スタッフの詳細',
    description: 'スペースのスタッフを1人返します。APIトークンには `email` を返しません。',
  },
  updateUser: {
    summary: 'スタッフを変更する',
    description: 'スタッフの名前、肩書き、自己紹介、役割、ランキングから外すかどうかを変更します。',
  },
  activateStaff: {
    summary: 'スタッフを有効にする',
    description: '無効にしたアカウントをまた使えるようにします。',
  },
  deactivateStaff: {
    summary: 'スタッフを無効にする',
    description: 'アカウントを使えなくします。セッションはすぐに終わり、投稿は残ります。',
  },
  sendInvitation: {
    summary: '招待メールを送り直す',
    description: '新しいリンクの招待メールを送ります。それまでのリンクは使えなくなります。',
  },
  resetTwoFactor: {
    summary: 'スタッフの二段階認証を解除する',
    description: '端末をなくしたスタッフの二段階認証を解除します。',
  },
  getStaffPhoto: {
    summary: 'スタッフの写真を読む',
    description:
      'スタッフの `photoUrl` か `thumbPhotoUrl` が示す、写真かサムネイルを返します。WebアプリのセッションCookieでも開けます。',
  },
  getSpace: {
    summary: 'スペースの設定',
    description: '呼び出した人のスペースと、その設定を返します。',
  },
  updateSpace: {
    summary: 'スペースを変更する',
    description:
      'スペースの名前かタイムゾーンを変更します。タイムゾーンを変えると、ダッシュボードの数字を裏で数え直します。',
  },
  getOidcSettings: {
    summary: 'OpenID Connectの設定',
    description:
      'スペースがログインに使う認証サーバーを返します。クライアントシークレットは返しません。',
  },
  updateOidcSettings: {
    summary: 'OpenID Connectの設定を変更する',
    description:
      'スペースがログインに使う認証サーバーを設定します。先に認証サーバーのディスカバリー文書を読み、使えないものは拒否します。',
  },
  deleteOidcSettings: {
    summary: 'OpenID Connectの設定を削除する',
    description: '認証サーバーの設定を削除します。スタッフはパスワードだけでログインします。',
  },
  transferPrimaryAdmin: {
    summary: '主管理者を引き継ぐ',
    description:
      'ほかのスタッフを主管理者にし、呼び出した人を管理者にします。2つは同時に変わります。新しい主管理者を返します。',
  },
  listSpaces: {
    summary: 'すべてのスペースの一覧',
    description: 'すべてのスペースをIDの順に返します。運用者だけが使えます。',
  },
  addSpace: {
    summary: 'スペースを追加する',
    description: 'スペースを作り、主管理者をメールで招待します。運用者だけが使えます。',
  },
  getSpaceDetail: {
    summary: 'スペースの詳細',
    description: 'スペースを、スタッフ、件数、最後の動きとともに返します。運用者だけが使えます。',
  },
  registerPrimaryAdmin: {
    summary: '主管理者を登録する',
    description:
      '指定したメールアドレスのアカウントを、スペースの主管理者にします。まだ参加していなければ招待を送ります（再送も含みます）。運用者だけが使えます。',
  },
  updateEmailByGod: {
    summary: 'スタッフのメールアドレスを変更する',
    description:
      'スタッフがログインに使うメールアドレスを変更します。まだ参加していなければ、新しいアドレスに招待を送ります。運用者だけが使えます。',
  },
};
