import type { OperationTexts } from './operation-texts';

/** The operations of search in Japanese. */
export const search: OperationTexts = {
  searchPosts: {
    summary: '投稿を検索する',
    description:
      '本文、名前、ラベル、ファイル名の言葉から、表記の違いにかかわらず投稿とコメントを見つけます。複数の言葉はすべてを含むもの、引用符で囲むと語句そのものを探します。話した日時の新しい順に、1ページ10件です。',
  },
  getSearchRebuild: {
    summary: '検索の索引の状態',
    description: '検索の索引の作り直しがどこまで進んだかを返します。',
  },
  rebuildSearch: {
    summary: '検索の索引を作り直す',
    description:
      '検索を使いながら、スペースの検索の索引を作り直します。すでに始まっていれば、それを続けます。',
  },
  listSavedSearches: {
    summary: '保存した検索の一覧',
    description: '自分が保存した検索を、名前の順に返します。',
  },
  createSavedSearch: {
    summary: '検索を保存する',
    description: '検索の言葉と絞り込みを、自分の中で重複しない名前で保存します。',
  },
  deleteSavedSearch: {
    summary: '保存した検索を削除する',
    description: '自分が保存した検索を削除します。',
  },
  updateSavedSearch: {
    summary: '保存した検索を変更する',
    description: '自分が保存した検索の名前か条件を変更します。',
  },
  getInsights: {
    summary: 'ダッシュボードの数字',
    description:
      'スペースのタイムゾーンでの指定した期間について、ラベル、スタッフ、会員ごとの投稿、未解決の課題と解決、会員種別ごとの話、会員のつながりを返します。',
  },
  downloadInsights: {
    summary: 'ダッシュボードの数字をCSVで書き出す',
    description: 'getInsightsの数字を、BOM付きUTF-8のCSVファイルで返します。',
  },
  listLabelHints: {
    summary: 'ラベルを表す言葉',
    description:
      'スペースの最新の投稿とコメント1,000件から学んだ、特定のラベルが付くことの多い言葉を返します。その言葉を書いた人にラベルを提案するためのものです。人の名前は含みません。内容は最大10分前のものです。',
  },
  listMatches: {
    summary: '紹介できそうな会員',
    description:
      '片方が求めていることをもう片方ができる会員の組を、種類が`seeks`のラベルが付いた投稿と、種類が`offers`のラベルが付いた投稿または会員の項目とに共通する言葉から見つけ、合うものから順に返します。最近の紹介とその結果も返します。紹介した組は、もう提案しません。',
  },
  getRelations: {
    summary: '期間ごとの関係の広がり',
    description:
      '12か月それぞれに会員と何回話したか、誰が最も多く話したか、どの課題が未解決かを、話していない期間の長い順に返します。最後の月の数字と、つながった紹介も返します。',
  },
  getStaffCoverage: {
    summary: 'スタッフごとの引き継ぎの備え',
    description: 'そのスタッフだけが話したことのある会員の数を、スタッフごとに返します。',
  },
  listCoveredMembers: {
    summary: '1人のスタッフだけが知る会員の一覧',
    description:
      '指定したスタッフだけが知っている会員を返します。`staffId` がなければ、今いるスタッフの誰も知らない会員を返します。',
  },
  getMemberBrief: {
    summary: '会う前のメモ',
    description:
      '話す前に読む1画面分のまとめを返します。プロフィール、最近話したこと、未解決の課題、求めていることとできること、タスク、つながり、会員をよく知るスタッフです。',
  },
  snoozeMember: {
    summary: '会員をしばらく保留する',
    description: '会員を、指定した日まで、理由を付けて「しばらく話していない会員」から外します。',
  },
  unsnoozeMember: {
    summary: '会員の保留をやめる',
    description: '保留した会員を、「しばらく話していない会員」にまた出します。',
  },
  listOpenIssueMembers: {
    summary: '未解決の課題がある会員の一覧',
    description: '未解決の課題が多い会員を、多い順に返します。',
  },
  listColdMembers: {
    summary: 'しばらく話していない会員の一覧',
    description: '会員種別ごとに決めた日数より長く、誰も話していない会員を返します。',
  },
  getRadarSettings: {
    summary: '話していない日数の設定',
    description: '何日話さないと「しばらく話していない会員」に出るかを、会員種別ごとに返します。',
  },
  updateRadarSettings: {
    summary: '話していない日数の設定を変更する',
    description: '「しばらく話していない会員」に出るまでの日数を置き換えます。',
  },
};
