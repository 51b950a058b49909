/* eslint-disable max-lines -- a table of texts */
import type { OperationTexts } from './operation-texts';

/** The operations of timeline in Japanese. */
export const timeline: OperationTexts = {
  listPosts: {
    summary: '投稿の一覧',
    description:
      'タイムラインを、話した日時の新しい順に返します。ページはカーソルから前後どちらにも進めます。`around` は1つの投稿の前後5件ずつを、`ids` は指定した投稿だけを返します。',
  },
  createPost: {
    summary: '投稿する',
    description:
      '話したことを書き留めます。投稿には本文か添付ファイルが必要です。`talkedAt` を省くと今になります。`task` を付けると、すぐにタスクになります。',
  },
  createPosts: {
    summary: 'まとめて投稿する',
    description:
      '投稿を500件まで作ります。ファイルとタスクは付けられません。1件ごとに作成か拒否が決まり、応答には同じ順で結果が入ります。同じ `Idempotency-Key` で送り直すと、足りない分だけを作ります。取り込みと同じく、投稿ごとの知らせはありません。Webhookには `timeline.posts.imported` を1回送り、チャットには何も送りません。',
  },
  getPost: {
    summary: '投稿の詳細',
    description: '投稿を1件、ラベル、会員、リアクション、タスク、課題とともに返します。',
  },
  updatePost: {
    summary: '投稿を変更する',
    description:
      '指定した項目を変更します。書いた人と管理者はすべてを変更できます。ほかのスタッフも、投稿をタスクにし、タスクを変更し、解除できます。`task: null` はタスクを解除します。',
  },
  deletePost: {
    summary: '投稿を削除する',
    description:
      '投稿を、コメントとタスクごと削除します。書いた人と管理者だけが使えます。1分以内ならrestorePostで元に戻せます。',
  },
  restorePost: {
    summary: '削除した投稿を元に戻す',
    description: '投稿、コメント、タスクの削除を、1分以内に取り消します。',
  },
  listPostHistory: {
    summary: '投稿の以前の版の一覧',
    description: '投稿の以前の本文を新しい順に返します。',
  },
  confirmPost: {
    summary: '必読の投稿を確認する',
    description: '必読の投稿を読んだことを記録します。繰り返しても何も変わりません。',
  },
  remindConfirmations: {
    summary: '必読の投稿をもう一度知らせる',
    description:
      '必読の投稿をまだ確認していないスタッフ全員に、もう一度知らせます。書いた人と管理者だけが使えます。10分に1回までで、次に知らせられるまでの秒数は `Retry-After` で分かります。',
  },
  listPins: {
    summary: 'ピン留めした投稿の一覧',
    description:
      'スペースでピン留めした投稿を、ピン留めの新しい順に返します。1つのスペースに5件までです。',
  },
  pinPost: {
    summary: '投稿をピン留めする',
    description:
      '投稿をタイムラインの上にピン留めします。1つのスペースに5件までです。書いた人と管理者だけが使えます。',
  },
  unpinPost: {
    summary: '投稿のピン留めを外す',
    description: '投稿のピン留めを外します。書いた人と管理者だけが使えます。',
  },
  toggleReaction: {
    summary: '投稿へのリアクションを付け外しする',
    description: '投稿に自分のリアクションを付けます。付いていれば外します。',
  },
  linkSolution: {
    summary: '課題に解決を結びつける',
    description:
      '投稿、コメント、またはそれらの完了したタスクで課題を解決済みにし、解決したスタッフか会員を記録します。',
  },
  reopenIssue: {
    summary: '課題を未解決に戻す',
    description: '課題の解決を外し、未解決に戻します。',
  },
  downloadPosts: {
    summary: '投稿をCSVで書き出す',
    description:
      '指定した期間の投稿を、話した日時の古い順に、BOM付きUTF-8のCSVファイルで送ります。表計算ソフトが数式として実行するセルは無害にします。APIトークンには、メールアドレスの列を空にして送ります。',
  },
  listPostImports: {
    summary: '投稿の取り込みの一覧',
    description: '投稿の取り込みを新しい順に返します。',
  },
  importPostsFromCsv: {
    summary: '投稿をCSVから取り込む',
    description:
      'CSVファイルをパート `file` で受け取り、投稿を書き込まない確認を始めます。取り込みはrunPostImportで実行します。',
  },
  getPostImport: {
    summary: '投稿の取り込みの詳細',
    description:
      '取り込みの状態、件数、進み具合を返します。終わりの状態になるまで繰り返し読んでください。',
  },
  cancelPostImport: {
    summary: '投稿の取り込みを中止する',
    description:
      '確認か実行を中止します。書き込んだ投稿は残ります。同じファイルをもう一度取り込むと、足りない投稿だけを追加します。',
  },
  downloadPostImportReport: {
    summary: '投稿の取り込みの報告を書き出す',
    description:
      '拒否された行を、それぞれの理由を付けて、送られたファイルと同じ列と文字コードで返します。',
  },
  listPostImportRows: {
    summary: '投稿の取り込みでエラーになった行の一覧',
    description: '拒否された行を、行、列、理由とともに返します。',
  },
  runPostImport: {
    summary: '確認の済んだ投稿の取り込みを実行する',
    description:
      '確認の終わった取り込みを実行します。サービスが再起動しても続き、同じ行を二重に書きません。',
  },
  listComments: {
    summary: 'コメントの一覧',
    description: '投稿のコメントを古い順に返します。',
  },
  createComment: {
    summary: 'コメントする',
    description:
      '投稿にコメントを追加します。コメントにも投稿と同じようにラベル、添付ファイル、タスクを付けられますが、会員は指定できません。',
  },
  getComment: {
    summary: 'コメントの詳細',
    description: '投稿のコメントを1件返します。',
  },
  updateComment: {
    summary: 'コメントを変更する',
    description:
      '指定した項目を変更します。書いた人と管理者はすべてを変更できます。ほかのスタッフも、コメントをタスクにし、タスクを変更し、解除できます。',
  },
  deleteComment: {
    summary: 'コメントを削除する',
    description:
      'コメントをタスクごと削除します。書いた人と管理者だけが使えます。1分以内ならrestoreCommentで元に戻せます。',
  },
  restoreComment: {
    summary: '削除したコメントを元に戻す',
    description: 'コメントの削除を1分以内に取り消します。',
  },
  listCommentHistory: {
    summary: 'コメントの以前の版の一覧',
    description: 'コメントの以前の本文を新しい順に返します。',
  },
  toggleCommentReaction: {
    summary: 'コメントへのリアクションを付け外しする',
    description: 'コメントに自分のリアクションを付けます。付いていれば外します。',
  },
  uploadAttachment: {
    summary: '添付ファイルをアップロードする',
    description:
      '4 MBまでのファイルを、パート `file` で1つ受け取ります。種類は内容から判断します。返されたIDを、投稿、コメント、下書きの `attachmentIds` に書いてください。',
  },
  deleteAttachment: {
    summary: '使われていない添付ファイルを削除する',
    description:
      '自分がアップロードし、どの投稿、コメント、下書きにも使われていないファイルを削除します。',
  },
  readAttachment: {
    summary: '添付ファイルを読む',
    description:
      'ファイルそのもの、またはサムネイルを返します。ブラウザーで画像とリンクが開けるように、WebアプリのセッションCookieでも開けます。',
  },
  listDrafts: {
    summary: '下書きの一覧',
    description: '自分の下書きを、変更の新しい順に返します。',
  },
  countDrafts: {
    summary: '下書きの数',
    description: 'バッジのために、自分の下書きの数を返します。',
  },
  getDraft: {
    summary: '下書きの詳細',
    description: '自分の下書きを1件返します。',
  },
  saveDraft: {
    summary: '下書きを保存する',
    description:
      'クライアントが選んだIDで、下書きを作るか置き換えます。`revision` が保存済みのものより大きくない保存は拒否するので、遅れて届いたリクエストが新しい文を上書きすることはありません。',
  },
  deleteDraft: {
    summary: '下書きを削除する',
    description: '自分の下書きを1件削除します。あとから届いた保存は拒否します。',
  },
  getReadPosition: {
    summary: 'どこまで読んだか',
    description: '自分がタイムラインをどこまで読んだかを、日時で返します。',
  },
  setReadPosition: {
    summary: 'ここまで読んだことにする',
    description:
      '自分の既読の位置を先へ進めます。保存済みより前の日時を送っても、何も変わりません。',
  },
  listLabels: {
    summary: 'ラベルの一覧',
    description: 'スペースのラベルを並び順に返します。',
  },
  createLabel: {
    summary: 'ラベルを作る',
    description: 'ラベルを追加します。名前はスペースの中で重複できません。',
  },
  orderLabels: {
    summary: 'ラベルを並べ替える',
    description: 'ラベルの並び順を決めます。すべてのラベルのIDを新しい順に送ってください。',
  },
  deleteLabel: {
    summary: 'ラベルを削除する',
    description:
      'ラベルを削除します。投稿、タスク、絞り込み、下書きからは裏で外れ、以後そのIDは使えません。最初からある2つのラベルは削除できません。',
  },
  updateLabel: {
    summary: 'ラベルを変更する',
    description:
      'ラベルの名前、順番、意味を変更します。最初からあるラベルも名前を変えられ、IDは変わりません。',
  },
  listReactions: {
    summary: 'リアクションの一覧',
    description: 'スペースで使えるリアクションを並び順に返します。',
  },
  createReaction: {
    summary: 'リアクションを作る',
    description:
      'スタッフが使える絵文字を追加します。1つのスペースに7個までで、同じ絵文字は1つだけです。',
  },
  orderReactions: {
    summary: 'リアクションを並べ替える',
    description: 'リアクションの並び順を決めます。すべてのIDを新しい順に送ってください。',
  },
  deleteReaction: {
    summary: 'リアクションを削除する',
    description: 'スペースで使えるリアクションから1つ外します。',
  },
  updateReaction: {
    summary: 'リアクションを変更する',
    description: 'リアクションの絵文字か名前を変更します。',
  },
  listSavedViews: {
    summary: '保存した見方の一覧',
    description: '自分が保存した見方とスペースの見方を、自分の並び順に返します。',
  },
  createSavedView: {
    summary: '見方を保存する',
    description:
      'タイムラインの条件、または `memberCriteria` で会員一覧の条件に名前を付けて、自分用か、スペースのスタッフ全員用に保存します。',
  },
  orderSavedViews: {
    summary: '保存した見方を並べ替える',
    description: '保存した見方の、自分の並び順を決めます。省いた見方は最後になります。',
  },
  deleteSavedView: {
    summary: '保存した見方を削除する',
    description: '見方を削除します。スペースの見方は管理者も削除できます。',
  },
  updateSavedView: {
    summary: '保存した見方を変更する',
    description:
      '見方の名前か条件を変えるか、スペースで共有します。スペースの見方は管理者も変更できます。',
  },
  listPostTemplates: {
    summary: '投稿のテンプレートの一覧',
    description: 'スペースのテンプレートを並び順に返します。',
  },
  createPostTemplate: {
    summary: '投稿のテンプレートを作る',
    description: 'テンプレートを追加します。名前はスペースの中で重複できません。',
  },
  orderPostTemplates: {
    summary: '投稿のテンプレートを並べ替える',
    description: 'テンプレートの並び順を決めます。省いたテンプレートは最後になります。',
  },
  deletePostTemplate: {
    summary: '投稿のテンプレートを削除する',
    description: 'テンプレートを削除します。それを使って書いた投稿は変わりません。',
  },
  updatePostTemplate: {
    summary: '投稿のテンプレートを変更する',
    description:
      'テンプレートの名前、本文、ラベル、タスクを変更します。それを使って書いた投稿は変わりません。',
  },
  getRanking: {
    summary: 'ランキング',
    description: 'スペースのタイムゾーンでの今月の、投稿の多いスタッフ3人を返します。',
  },
  listRankCounters: {
    summary: 'スタッフごとの投稿と課題の数',
    description: '全期間の投稿、課題、解決した課題の数を、スタッフごとに返します。',
  },
};
