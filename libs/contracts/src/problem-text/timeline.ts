/* eslint-disable max-lines -- a table of texts */
/** Problems of the timeline service. */
export const timelineProblems = {
  'timeline.post.not-found': { ja: '投稿が見つかりません', en: 'This post was not found' },
  'timeline.post.forbidden': {
    ja: 'この投稿を変更できるのは、書いた人と管理者です',
    en: 'Only its author and administrators can change this post',
  },
  'timeline.post.stale': {
    ja: 'ほかの人がこの投稿を先に変更しました',
    en: 'Someone else changed this post in the meantime',
  },
  'timeline.post.empty': {
    ja: '本文を書くか、ファイルを添付してください',
    en: 'Write something or attach a file',
  },
  'timeline.post.talk-ahead': {
    ja: '話した日時に、1日より先の日時は指定できません',
    en: 'The talk time must not be more than a day ahead',
  },
  'timeline.post.undo-expired': {
    ja: '削除を取り消せる時間が過ぎました',
    en: 'This deletion can no longer be undone',
  },
  'timeline.post.unknown-member': {
    ja: '選ばれた会員がこのスペースに見つかりません',
    en: 'A chosen member is not in this space',
  },
  'timeline.post.deleted-member': {
    ja: '退会済みの会員は投稿に付けられません',
    en: 'A post cannot mention a resigned member',
  },
  'timeline.post.unknown-label': {
    ja: '選ばれたラベルがこのスペースにありません',
    en: 'A chosen label is not in this space',
  },
  'timeline.post.unknown-staff': {
    ja: '選ばれたスタッフがこのスペースに見つかりません',
    en: 'A chosen staff member is not in this space',
  },
  'timeline.post.deactivated-assignee': {
    ja: '担当者のアカウントは管理者により無効にされています',
    en: 'The account of the assignee was disabled by an administrator',
  },
  'timeline.post.unknown-attachment': {
    ja: '添付ファイルが見つかりません。もう一度添付してください。',
    en: 'An attached file was not found; please attach it again',
  },
  'timeline.post.not-must-read': {
    ja: 'この投稿は必読ではありません',
    en: 'This post does not ask for confirmation',
  },
  'timeline.post.already-reminded': {
    ja: '10分以内に知らせたばかりです。しばらくしてからもう一度お試しください。',
    en: 'A reminder was sent within the last ten minutes; please try again later',
  },
  'timeline.post.conflict': {
    ja: '同時に多くの変更がありました。もう一度お試しください。',
    en: 'Too many changes at the same time; please try again',
  },
  'timeline.comment.not-found': {
    ja: 'コメントが見つかりません',
    en: 'This comment was not found',
  },
  'timeline.comment.forbidden': {
    ja: 'このコメントを変更できるのは、書いた人と管理者です',
    en: 'Only its author and administrators can change this comment',
  },
  'timeline.comment.stale': {
    ja: 'ほかの人がこのコメントを先に変更しました',
    en: 'Someone else changed this comment in the meantime',
  },
  'timeline.label.not-found': { ja: 'ラベルが見つかりません', en: 'This label was not found' },
  'timeline.label.stale': {
    ja: 'ほかの人がこのラベルを先に変更しました',
    en: 'Someone else changed this label in the meantime',
  },
  'timeline.label.taken': {
    ja: '同じ名前のラベルがあります',
    en: 'A label with this name already exists',
  },
  'timeline.label.built-in': {
    ja: '標準のラベルは削除できません。「課題」も外せません。',
    en: 'Built-in labels cannot be deleted and always mark issues',
  },
  'timeline.label.too-many': { ja: 'ラベルが多すぎます', en: 'There are too many labels' },
  'timeline.reaction.not-found': {
    ja: 'リアクションが見つかりません',
    en: 'This reaction was not found',
  },
  'timeline.reaction.stale': {
    ja: 'ほかの人がこのリアクションを先に変更しました',
    en: 'Someone else changed this reaction in the meantime',
  },
  'timeline.reaction.taken': {
    ja: '同じ絵文字のリアクションがあります',
    en: 'A reaction with this emoji already exists',
  },
  'timeline.reaction.too-many': {
    ja: 'リアクションは7個までです',
    en: 'A space can have at most seven reactions',
  },
  'timeline.reaction.unknown': {
    ja: 'そのリアクションはこのスペースにありません',
    en: 'This reaction is not in this space',
  },
  'timeline.attachment.not-found': {
    ja: 'ファイルが見つかりません',
    en: 'This file was not found',
  },
  'timeline.attachment.missing': {
    ja: 'ファイルが送られていないか、中身が空です',
    en: 'No file was sent, or it is empty',
  },
  'timeline.attachment.too-large': {
    ja: 'ファイルは4MBまでです',
    en: 'A file can be up to 4 MB',
  },
  'timeline.attachment.disguised': {
    ja: 'ファイルの中身が拡張子と合っていません',
    en: 'The content of this file does not match its name',
  },
  'timeline.attachment.unreadable': {
    ja: 'この画像は読み取れません',
    en: 'This picture cannot be read',
    detail: {
      ja: '画像が壊れているか、画素数が多すぎます。JPEGは約5,000万画素、PNG・GIF・WebPは約2,400万画素まで使えます。',
      en: 'It is damaged or has too many pixels. The limit is about 50 million for JPEG and 24 million for PNG, GIF or WebP.',
    },
  },
  'timeline.attachment.duplicate': {
    ja: '同じファイルを二度添付することはできません',
    en: 'The same file cannot be attached twice',
  },
  'timeline.attachment.in-use': {
    ja: 'このファイルは投稿に添付されています',
    en: 'This file is attached to a post',
  },
  'timeline.draft.not-found': { ja: '下書きが見つかりません', en: 'This draft was not found' },
  'timeline.draft.stale': {
    ja: 'ほかの端末でより新しい下書きが保存されています',
    en: 'A newer version of this draft was saved on another device',
  },
  'timeline.draft.ended': {
    ja: 'この下書きはもう送信または削除されました',
    en: 'This draft was sent or deleted already',
  },
  'timeline.draft.too-many': { ja: '下書きが多すぎます', en: 'There are too many drafts' },
  'timeline.pin.too-many': {
    ja: '固定できる投稿は5件までです',
    en: 'No more than five posts can be pinned',
  },
  'timeline.issue.not-an-issue': {
    ja: 'この投稿に課題のラベルがありません',
    en: 'This post has no issue label',
  },
  'timeline.issue.unknown-solution': {
    ja: '解決にする投稿またはコメントが見つかりません',
    en: 'The post or comment that solves it was not found',
  },
  'timeline.issue.unfinished-task': {
    ja: 'まだ完了していないタスクは解決にできません',
    en: 'A task that is not done cannot be the solution',
  },
  'timeline.import.not-found': {
    ja: 'この取り込みは見つかりません',
    en: 'This import was not found',
  },
  'timeline.import.wrong-state': {
    ja: 'この取り込みは今その操作ができる状態ではありません',
    en: 'The import cannot do this in its current state',
  },
  'timeline.import.file-missing': {
    ja: 'CSVファイルを選択してください',
    en: 'Please choose a CSV file',
  },
  'timeline.import.file-too-large': {
    ja: 'ファイルは{megabytes}MBまでです',
    en: 'The file can be up to {megabytes} MB',
  },
  'timeline.import.not-csv': {
    ja: 'CSVファイルとして読み取れません',
    en: 'This cannot be read as a CSV file',
    detail: {
      ja: 'ファイル名は.csv、.tsv、.txtのいずれか、文字コードはUTF-8、Shift_JIS、UTF-16に対応しています。',
      en: 'The name must end in .csv, .tsv or .txt. UTF-8, Shift_JIS and UTF-16 are supported.',
    },
  },
  'timeline.import.excel-file': {
    ja: 'これはExcelファイルです。CSVとして保存し直してください。',
    en: 'This is an Excel file; save it as CSV',
    detail: {
      ja: 'Excelで「名前を付けて保存」を開き、ファイルの種類に「CSV UTF-8（コンマ区切り）」を選んでください。',
      en: 'In Excel, choose “Save As” and the type “CSV UTF-8 (Comma delimited)”.',
    },
  },
  'timeline.import.repeated-columns': {
    ja: '同じ列が複数あります：{columns}',
    en: 'Duplicate columns: {columns}',
  },
  'timeline.import.missing-columns': {
    ja: '必要な列がありません：{columns}',
    en: 'Missing columns: {columns}',
  },
  'timeline.import.no-rows': {
    ja: 'ファイルに投稿の行がありません',
    en: 'The file has no rows',
  },
  'timeline.import.file-gone': {
    ja: '取り込んだファイルの保存期間が過ぎたため、取り込みもレポートの作成もできません',
    en: 'The file has been deleted, so it can be neither imported nor reported on',
  },
  'timeline.import.too-many-rows': {
    ja: '一度に取り込めるのは{limit}行までです',
    en: 'At most {limit} rows can be imported at once',
  },
  'timeline.import.broken-quotes': {
    ja: '{line}行目の引用符（"）が正しく閉じられていません',
    en: 'The quotation marks in line {line} are not valid',
  },
  'timeline.import.record-too-long': {
    ja: '{line}行目が長すぎます',
    en: 'Line {line} is too long',
  },
  'timeline.import.unreadable': {
    ja: '{line}行目を読み取れません',
    en: 'Line {line} cannot be read',
  },
  'timeline.saved-view.not-found': {
    ja: 'この保存したビューは見つかりません',
    en: 'This saved view was not found',
  },
  'timeline.saved-view.forbidden': {
    ja: 'スペースのビューは、作成者と管理者だけが変更できます',
    en: 'Only its owner and administrators can change a view of the space',
  },
  'timeline.saved-view.taken': {
    ja: '同じ名前のビューを保存しています',
    en: 'You already have a saved view with this name',
  },
  'timeline.saved-view.too-many': {
    ja: 'ビューは{limit}件まで保存できます',
    en: 'At most {limit} views can be saved',
  },
  'timeline.saved-view.stale': {
    ja: 'このビューは、ほかの画面で変更されています',
    en: 'This view was changed in another window',
  },
  'timeline.saved-view.unknown-criterion': {
    ja: 'ビューの条件のスタッフ、会員、またはラベルがありません',
    en: 'A staff member, member or label of this view does not exist',
  },
  'timeline.template.not-found': {
    ja: 'このテンプレートは見つかりません',
    en: 'This template was not found',
  },
  'timeline.template.taken': {
    ja: '同じ名前のテンプレートがあります',
    en: 'There is already a template with this name',
  },
  'timeline.template.too-many': {
    ja: 'テンプレートは{limit}件まで作れます',
    en: 'At most {limit} templates can be made',
  },
  'timeline.template.stale': {
    ja: 'このテンプレートは、ほかの画面で変更されています',
    en: 'This template was changed in another window',
  },
} as const;
