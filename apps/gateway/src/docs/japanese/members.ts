import type { OperationTexts } from './operation-texts';

/** The operations of members in Japanese. */
export const members: OperationTexts = {
  listMembers: {
    summary: '会員の一覧',
    description:
      '会員を、カナの順か、最後に話した日、投稿数、未解決の課題の数、入会日、追加項目で並べて返します。`q` は、名前、カナ、ローマ字、会社、肩書き、メモの一部を、表記の違いにかかわらず見つけます。',
  },
  addMember: {
    summary: '会員を追加する',
    description: '会員を追加します。必須なのは姓だけです。',
  },
  addMembers: {
    summary: '会員をまとめて追加する',
    description:
      '会員を500人まで追加します。1件ごとに追加か拒否が決まり、応答には同じ順で結果が入ります。同じ `Idempotency-Key` で送り直すと、足りない分だけを追加します。Webhookには、会員ごとのイベントの代わりに `members.member.imported` を1回送ります。',
  },
  getMember: {
    summary: '会員の詳細',
    description: '会員を1人返します。退会済みの会員も返します。',
  },
  getMemberHistory: {
    summary: '会員の登録と変更の履歴',
    description:
      '会員を追加、取り込み、会員種別の変更、統合した日時を返します。どの項目を誰が変更したかは、監査ログにあります。',
  },
  updateMember: {
    summary: '会員を変更する',
    description: '指定した項目を変更し、ほかはそのままにします。',
  },
  deleteMember: {
    summary: '会員を退会済みにする',
    description:
      '会員を一覧と候補に出ないようにします。会員の名前がある投稿は残ります。管理者だけが使えます。',
  },
  restoreMember: {
    summary: '退会済みの会員を元に戻す',
    description:
      '退会済みの会員を元に戻します。統合した会員では、統合を取り消します。消去した会員は戻せません。管理者だけが使えます。',
  },
  eraseMember: {
    summary: '会員の個人情報を消去する',
    description:
      '会員の個人情報を、すべての本文、履歴、コピーから完全に消去します。件数は変わりません。確認のため、会員の名前を送る必要があります。管理者だけが使えます。',
  },
  discloseMember: {
    summary: '会員の個人情報を書き出す',
    description:
      '会員について保存しているすべてを返します。ほかの会員の名前は伏せます。管理者だけが使えます。',
  },
  uploadMemberPhoto: {
    summary: '会員の写真をアップロードする',
    description: 'PNGかJPEGの画像をパート `file` で受け取り、会員の写真を置き換えます。',
  },
  deleteMemberPhoto: {
    summary: '会員の写真を削除する',
    description: '会員の写真とサムネイルを削除します。',
  },
  readMemberPhoto: {
    summary: '会員の写真を読む',
    description:
      '会員の `photoUrl` か `thumbPhotoUrl` が示す、写真かサムネイルを返します。WebアプリのセッションCookieでも開けます。',
  },
  uploadMemberPhotos: {
    summary: '複数の会員の写真をアップロードする',
    description:
      'PNGかJPEGのファイルをいくつでも受け取り、それぞれを、CSVの行でファイル名を書いた会員に結びつけます。',
  },
  downloadMembers: {
    summary: '会員をCSVで書き出す',
    description:
      'すべての会員か、指定したIDの会員を、BOM付きUTF-8のCSVファイルで送ります。表計算ソフトが数式として実行するセルは無害にします。',
  },
  downloadMemberCsvTemplate: {
    summary: '会員CSVのひな形を書き出す',
    description: '指定した種類の取り込みに合う見出しだけの、空のCSVファイルを返します。',
  },
  listDuplicateMembers: {
    summary: '同じ人と思われる会員の一覧',
    description: '同じ人と思われる会員の組を返します。表記が違っても、名前と会社が同じものです。',
  },
  listMemberImports: {
    summary: '会員の取り込みの一覧',
    description: '会員の取り込みを新しい順に返します。',
  },
  addMembersFromCsv: {
    summary: '新しい会員をCSVから取り込む',
    description:
      'CSVファイルをパート `file` で受け取り、追加される数と拒否される数の確認を始めます。取り込みはrunMemberImportで実行します。',
  },
  updateMembersFromCsv: {
    summary: '会員の変更をCSVから取り込む',
    description:
      'CSVファイルをパート `file` で受け取り、登録済みの会員の変更内容の確認を始めます。取り込みはrunMemberImportで実行します。',
  },
  updateTypeOfContractForMembersFromCsv: {
    summary: '会員種別をCSVから取り込む',
    description:
      '登録済みの会員の会員種別だけを変えるCSVファイルを、パート `file` で受け取ります。取り込みはrunMemberImportで実行します。',
  },
  getMemberImport: {
    summary: '会員の取り込みの詳細',
    description:
      '取り込みの状態、件数、進み具合を返します。終わりの状態になるまで繰り返し読んでください。',
  },
  cancelMemberImport: {
    summary: '会員の取り込みを中止する',
    description: '確認か実行を中止します。書き込んだものは残り、revertMemberImportで元に戻せます。',
  },
  downloadMemberImportReport: {
    summary: '会員の取り込みの報告を書き出す',
    description:
      '拒否された行を、それぞれの理由を付けて、送られたファイルと同じ列と文字コードで返します。',
  },
  revertMemberImport: {
    summary: '会員の取り込みを元に戻す',
    description:
      '取り込みで追加したものを削除し、変更したものを元に戻します。処理は裏で進みます。その後に変更された会員は、新しい値のままにします。',
  },
  listMemberImportRows: {
    summary: '会員の取り込みの行の一覧',
    description:
      '各行がどうなるかを返します。追加、変更、変更なし、または拒否で、拒否には行、列、理由が付きます。',
  },
  runMemberImport: {
    summary: '確認の済んだ会員の取り込みを実行する',
    description:
      '確認の終わった取り込みを実行します。サービスが再起動しても続き、同じ行を二重に書きません。',
  },
  listMemberMerges: {
    summary: '会員の統合の一覧',
    description: '取り消せる統合を新しい順に返します。管理者だけが使えます。',
  },
  mergeMembers: {
    summary: '2人の会員を統合する',
    description:
      '一方の会員を残し、もう一方の会員を示していたものを、すべてのサービスで残した会員に付け替えます。undoMemberMergeで元に戻せます。管理者だけが使えます。',
  },
  previewMemberMerge: {
    summary: '会員の統合の結果を先に見る',
    description:
      '統合したあとの会員と、付け替わる投稿の数を返します。何も変更しません。管理者だけが使えます。',
  },
  undoMemberMerge: {
    summary: '会員の統合を取り消す',
    description:
      '統合した会員を元に戻し、付け替えたものも元の会員に戻します。管理者だけが使えます。',
  },
  listMemberTypes: {
    summary: '会員種別の一覧',
    description: 'スペースの会員種別を並び順に返します。',
  },
  addMemberType: {
    summary: '会員種別を追加する',
    description: '一覧の最後に会員種別を追加します。名前はスペースの中で重複できません。',
  },
  reorderMemberTypes: {
    summary: '会員種別を並べ替える',
    description:
      'すべての会員種別の並び順を決めます。スペースのすべてのIDを1回ずつ送る必要があります。',
  },
  deleteMemberType: {
    summary: '会員種別を削除する',
    description: '会員種別を削除します。その種別の会員は、裏で種別なしになります。',
  },
  renameMemberType: {
    summary: '会員種別の名前を変更する',
    description: '会員種別の名前を変更します。会員にはすぐに新しい名前が出ます。',
  },
  listCustomFields: {
    summary: '会員の追加項目の一覧',
    description: 'スペースが会員に追加した項目を並び順に返します。',
  },
  addCustomField: {
    summary: '会員の追加項目を作る',
    description:
      'スペースの会員に、文字、数、日付、選択肢のいずれかの項目を追加します。名前は重複できず、会員CSVの列名とも違う必要があります。項目は1つのスペースに20個までです。',
  },
  reorderCustomFields: {
    summary: '会員の追加項目を並べ替える',
    description:
      'すべての追加項目の並び順を決めます。スペースのすべてのIDを1回ずつ送る必要があります。',
  },
  deleteCustomField: {
    summary: '会員の追加項目を削除する',
    description:
      '項目を削除します。値はすぐにすべての会員から見えなくなり、データベースからは裏で削除します。',
  },
  updateCustomField: {
    summary: '会員の追加項目を変更する',
    description:
      '項目の名前か選択肢を変更します。種類は、値のある会員がいないあいだだけ変更できます。会員にはすぐに新しい名前が出ます。なくなった選択肢の会員は、値なしになります。',
  },
};
