/** Texts of the members service's problems. */
export const membersProblems = {
  'members.member.not-found': {
    ja: 'この会員は見つかりません',
    en: 'This member was not found',
  },
  'members.member.stale': {
    ja: 'ほかの人が先に会員を変更しました',
    en: 'Someone else changed the member first',
    detail: {
      ja: '最新の内容を確認して、もう一度やり直してください。',
      en: 'Please look at the current content and try again.',
    },
  },
  'members.member.no-permission': {
    ja: '権限がありません',
    en: 'No permission',
    detail: {
      ja: '会員を削除・復元できるのは管理者だけです。',
      en: 'Only administrators can delete or restore members.',
    },
  },
  'members.member.deleted': {
    ja: '退会済みの会員は変更できません',
    en: 'A resigned member cannot be changed',
    detail: { ja: '先に会員を復元してください。', en: 'Please restore the member first.' },
  },
  'members.member.erased': {
    ja: '記録を消去した会員は元に戻せません',
    en: 'An erased member cannot be restored',
  },
  'members.member.type-unknown': {
    ja: '選択された会員種別は存在しません',
    en: 'The chosen member type does not exist',
  },
  'members.member-type.not-found': {
    ja: 'この会員種別は見つかりません',
    en: 'This member type was not found',
  },
  'members.member-type.taken': {
    ja: '同じ名前の会員種別がすでにあります',
    en: 'A member type with this name already exists',
  },
  'members.member-type.too-many': {
    ja: '会員種別は{limit}件まで登録できます',
    en: 'A space can have at most {limit} member types',
  },
  'members.member-type.order-mismatch': {
    ja: '並び順にすべての会員種別を一度ずつ含めてください',
    en: 'The order must name every member type once',
    detail: {
      ja: 'ほかの人が種別を追加・削除した可能性があります。最新の一覧を確認してください。',
      en: 'Someone else may have added or deleted a type. Please look at the current list.',
    },
  },
  'members.member-type.stale': {
    ja: 'ほかの人が先に会員種別を変更しました',
    en: 'Someone else changed the member type first',
  },
  'members.custom-field.not-found': {
    ja: 'この項目は見つかりません',
    en: 'This field was not found',
  },
  'members.custom-field.taken': {
    ja: '同じ名前の項目がすでにあります',
    en: 'A field with this name already exists',
    detail: {
      ja: 'ほかの追加項目や、CSVの列と同じ名前は使えません。',
      en: 'It cannot have the name of another field or of a column of the member CSV.',
    },
  },
  'members.custom-field.too-many': {
    ja: '追加項目は{limit}件まで登録できます',
    en: 'A space can add at most {limit} fields',
  },
  'members.custom-field.choices-wrong': {
    ja: '選択肢を確認してください',
    en: 'Please check the choices',
    detail: {
      ja: '選択式の項目には、名前の異なる選択肢が1つ以上必要です。ほかの種類の項目には選択肢を付けられません。',
      en: 'A choice field needs at least one choice, each with its own name. Other kinds have none.',
    },
  },
  'members.custom-field.in-use': {
    ja: '使われている項目の種類は変更できません',
    en: 'The kind of a field in use cannot change',
    detail: {
      ja: 'この項目に値のある会員がいます。新しい項目を追加してください。',
      en: 'Members have values in this field. Please add a new field instead.',
    },
  },
  'members.custom-field.order-mismatch': {
    ja: '並び順にすべての項目を一度ずつ含めてください',
    en: 'The order must name every field once',
    detail: {
      ja: 'ほかの人が項目を追加・削除した可能性があります。最新の一覧を確認してください。',
      en: 'Someone else may have added or deleted a field. Please look at the current list.',
    },
  },
  'members.custom-field.stale': {
    ja: 'ほかの人が先に項目を変更しました',
    en: 'Someone else changed the field first',
  },
  'members.member.custom-field-unknown': {
    ja: '入力された項目はもうありません',
    en: 'A field that you filled in no longer exists',
  },
  'members.member.custom-field-wrong': {
    ja: '「{field}」の値を確認してください',
    en: 'Please check the value of “{field}”',
    detail: {
      ja: '項目の種類に合わない値か、なくなった選択肢です。',
      en: 'It does not fit the kind of the field, or the choice no longer exists.',
    },
  },
  'members.import.not-found': {
    ja: 'この取り込みは見つかりません',
    en: 'This import was not found',
  },
  'members.import.wrong-state': {
    ja: 'この取り込みは今その操作ができる状態ではありません',
    en: 'The import cannot do this in its current state',
  },
  'members.import.file-missing': {
    ja: 'CSVファイルを選択してください',
    en: 'Please choose a CSV file',
  },
  'members.import.file-too-large': {
    ja: 'ファイルは{megabytes}MBまでです',
    en: 'The file can be up to {megabytes} MB',
  },
  'members.import.not-csv': {
    ja: 'CSVファイルとして読み取れません',
    en: 'This cannot be read as a CSV file',
    detail: {
      ja: 'ファイル名は.csv、.tsv、.txtのいずれか、文字コードはUTF-8、Shift_JIS、UTF-16に対応しています。',
      en: 'The name must end in .csv, .tsv or .txt. UTF-8, Shift_JIS and UTF-16 are supported.',
    },
  },
  'members.import.excel-file': {
    ja: 'これはExcelファイルです。CSVとして保存し直してください。',
    en: 'This is an Excel file; save it as CSV',
    detail: {
      ja: 'Excelで「名前を付けて保存」を開き、ファイルの種類に「CSV UTF-8（コンマ区切り）」を選んでください。',
      en: 'In Excel, choose “Save As” and the type “CSV UTF-8 (Comma delimited)”.',
    },
  },
  'members.import.unknown-columns': {
    ja: '不明な列があります：{columns}',
    en: 'Unknown columns: {columns}',
  },
  'members.import.repeated-columns': {
    ja: '同じ列が複数あります：{columns}',
    en: 'Duplicate columns: {columns}',
  },
  'members.import.missing-columns': {
    ja: '必要な列がありません：{columns}',
    en: 'Missing columns: {columns}',
  },
  'members.import.no-rows': {
    ja: 'ファイルに会員の行がありません',
    en: 'The file has no rows',
  },
  'members.import.file-gone': {
    ja: '取り込んだファイルの保存期間が過ぎたため、レポートは作成できません',
    en: 'The file has been deleted, so there is no report',
  },
  'members.import.too-many-rows': {
    ja: '一度に取り込めるのは{limit}行までです',
    en: 'At most {limit} rows can be imported at once',
  },
  'members.import.broken-quotes': {
    ja: '{line}行目の引用符（"）が正しく閉じられていません',
    en: 'The quotation marks in line {line} are not valid',
  },
  'members.import.record-too-long': {
    ja: '{line}行目が長すぎます',
    en: 'Line {line} is too long',
  },
  'members.import.unreadable': {
    ja: '{line}行目を読み取れません',
    en: 'Line {line} cannot be read',
  },
  'members.photo.not-a-picture': {
    ja: '写真はpngまたはjpg形式の画像を選択してください',
    en: 'The photo must be a PNG or JPEG picture',
  },
  'members.photo.too-large': {
    ja: '写真は{megabytes}MBまでです',
    en: 'The photo can be up to {megabytes} MB',
  },
  'members.photo.unreadable': {
    ja: '写真を読み取れません',
    en: 'The photo cannot be read',
    detail: {
      ja: '画像が壊れているか、画素数が多すぎます。JPEGは約5,000万画素、PNGは約2,400万画素まで使えます。',
      en: 'It is damaged or has too many pixels. The limit is about 50 million for JPEG and 24 million for PNG.',
    },
  },
  'members.photo.not-found': {
    ja: 'この写真は見つかりません',
    en: 'This photo was not found',
  },
  'members.file.unavailable': {
    ja: '記録を集められませんでした。しばらくしてからもう一度お試しください。',
    en: 'The records could not be collected. Please try again later.',
  },
  'members.file.wrong-name': {
    ja: '確認のための姓が会員と一致しません',
    en: 'The family name you entered does not match the member',
  },
  'members.merge.not-found': {
    ja: 'この統合は見つかりません',
    en: 'This merge was not found',
  },
  'members.merge.same-member': {
    ja: '同じ会員同士は統合できません',
    en: 'A member cannot be merged with itself',
  },
  'members.merge.wrong-state': {
    ja: '退会済みの会員は統合できません',
    en: 'A resigned member cannot be merged',
  },
} as const;
