import { defineTexts } from '../../shared/intl/messages';

export const postCsvTexts = defineTexts({
  'postCsv.title': { ja: '投稿の取り込み', en: 'Import posts' },
  'postCsv.upload': { ja: 'CSVを取り込む', en: 'Import a CSV file' },
  'postCsv.denied': { ja: '権限がありません', en: 'No permission' },
  'postCsv.denied.text': {
    ja: '投稿の取り込みは管理者だけが使えます。必要なときは管理者に相談してください。',
    en: 'Only administrators can import posts. Please ask one of them.',
  },
  'postCsv.lead': {
    ja: 'ファイルを選ぶと、まず内容を確かめます。確かめただけでは、投稿は増えません。必要な列は「本文」だけです。',
    en: 'The file is checked first. No post is added until you run the import. Only the column “Text” is required.',
  },
  'postCsv.help': {
    ja: '会員とラベルは、いくつかあるとき「;」で区切ります。同じ名前の会員は会員ID、同じ名前のスタッフはメールアドレスで指定します。書き出したCSVもそのまま使え、登録済みの投稿は増えません。',
    en: 'Separate several members or labels with “;”. If members share a name, give the member ID; if staff members do, the staff e-mail. You can import an export as it is; existing posts are not added again.',
  },
  'postCsv.template': { ja: 'ひな形をダウンロードする', en: 'Download the template' },
  'postCsv.choose': { ja: 'CSVファイルを選ぶ', en: 'Choose a CSV file' },
  'postCsv.drop': {
    ja: 'ここにCSVファイルを置くか、ボタンで選んでください。UTF-8とShift_JISが使えます。50,000行、20MBまでです。',
    en: 'Drop a CSV file here, or choose one. UTF-8 and Shift_JIS, up to 50,000 rows and 20 MB.',
  },
  'postCsv.notCsv': {
    ja: '「{name}」はCSVファイルではありません。拡張子が.csvのファイルを選んでください。',
    en: '“{name}” is not a CSV file. Choose a file that ends in .csv.',
  },
  'postCsv.count.rows': { ja: '行', en: 'Rows' },
  'postCsv.count.add': { ja: '追加', en: 'Added' },
  'postCsv.count.unchanged': { ja: '登録済み', en: 'Already there' },
  'postCsv.count.refused': { ja: 'エラー', en: 'Error' },
  'postCsv.run': {
    ja: '{count, plural, other {#}}件を取り込む',
    en: '{count, plural, one {Import # post} other {Import # posts}}',
  },
  'postCsv.run.none': {
    ja: '取り込む行がありません。ファイルを直して、もう一度選んでください。',
    en: 'There is nothing to import. Fix the file and choose it again.',
  },
  'postCsv.run.rest': {
    ja: '取り込めない行は飛ばします。あとから直した行だけを取り込めます。',
    en: 'Rejected rows are skipped. You can fix and import them later.',
  },
  'postCsv.run.started': { ja: '取り込みを始めました。', en: 'The import has started.' },
  'postCsv.run.again': { ja: '別のファイルを選ぶ', en: 'Choose another file' },
  'postCsv.list': { ja: 'これまでの取り込み', en: 'Previous imports' },
  'postCsv.list.empty': {
    ja: 'まだありません。取り込むと、ここから結果を見られます。',
    en: 'None yet. Results are kept here.',
  },
  'postCsv.by': {
    ja: '{name}・{rows, plural, other {#}}行',
    en: '{name} · {rows, plural, one {# row} other {# rows}}',
  },
  'postCsv.state.checking': { ja: '確認中', en: 'Checking' },
  'postCsv.state.checked': { ja: '実行待ち', en: 'Ready to run' },
  'postCsv.state.nothing': { ja: '取り込む行なし', en: 'Nothing to add' },
  'postCsv.state.expired': { ja: '期限切れ', en: 'Expired' },
  'postCsv.state.running': { ja: '取り込み中', en: 'Running' },
  'postCsv.state.done': { ja: '完了', en: 'Done' },
  'postCsv.state.cancelled': { ja: '中止しました', en: 'Stopped' },
  'postCsv.state.failed': { ja: '取り込めませんでした', en: 'Failed' },
  'postCsv.failure.stopped': {
    ja: '途中で中断しました。同じファイルをもう一度取り込むと、残りだけが追加されます。',
    en: 'The import stopped. Import the same file again; only the remaining posts are added.',
  },
  'postCsv.failure.too-many-rows': {
    ja: '行が多すぎます。50,000行までに分けて、もう一度お試しください。投稿は増えていません。',
    en: 'There are too many rows. Split the file into parts of up to 50,000 rows. No post was added.',
  },
  'postCsv.failure.broken-quotes': {
    ja: '{line}行目の引用符（"）が正しく閉じられていません。投稿は増えていません。',
    en: 'The quotation marks in line {line} are not valid. No post was added.',
  },
  'postCsv.failure.record-too-long': {
    ja: '{line}行目が長すぎます。投稿は増えていません。',
    en: 'Line {line} is too long. No post was added.',
  },
  'postCsv.failure.unreadable': {
    ja: '{line}行目を読み取れません。投稿は増えていません。',
    en: 'Line {line} cannot be read. No post was added.',
  },
  'postCsv.back': { ja: '投稿の取り込み', en: 'All imports' },
  'postCsv.gone': { ja: 'この取り込みは見つかりません', en: 'Import not found' },
  'postCsv.cancel': { ja: '中止する', en: 'Stop the import' },
  'postCsv.cancel.title': { ja: 'この取り込みを中止しますか', en: 'Stop this import?' },
  'postCsv.cancel.text': {
    ja: 'これまでに取り込んだ投稿はそのまま残ります。同じファイルをもう一度取り込むと、残りだけが追加されます。',
    en: 'Posts imported so far stay. Importing the same file again adds only the rest.',
  },
  'postCsv.cancel.check': {
    ja: 'まだ何も取り込まれていません。',
    en: 'Nothing has been imported yet.',
  },
  'postCsv.cancelled': {
    ja: '途中で中止しました。{count}件が取り込まれています。同じファイルをもう一度取り込むと、残りだけが追加されます。',
    en: 'Stopped before the end. {count, plural, one {# post was} other {# posts were}} imported. Import the same file again to add the rest.',
  },
  'postCsv.progress.checking': {
    ja: '{count, plural, other {#}}行を確かめました',
    en: '{count, plural, one {# row} other {# rows}} checked',
  },
  'postCsv.progress.of': {
    ja: '{rows, plural, other {#}}行のうち{count, plural, other {#}}行',
    en: '{count, plural, other {#}} of {rows, plural, other {#}} rows',
  },
  'postCsv.progress.stay': {
    ja: 'この画面を離れても続きます。',
    en: 'It continues even if you leave this page.',
  },
  'postCsv.report': {
    ja: '取り込めない行をダウンロードする',
    en: 'Download rejected rows',
  },
  'postCsv.fileGone': {
    ja: 'ファイルの保存期間（30日）が過ぎたか、ファイルにあった会員の記録が消去されたため、ファイルは残っていません。',
    en: 'The file has been deleted. It is kept for 30 days, or until a member in it is erased.',
  },
  'postCsv.rows': { ja: '取り込めない行', en: 'Rejected rows' },
  'postCsv.next': { ja: '次の{count}行', en: 'Next {count}' },
  'postCsv.previous': { ja: '前の{count}行', en: 'Previous {count}' },
  'postCsv.line': { ja: '行', en: 'Line' },
  'postCsv.what': { ja: '理由', en: 'Reason' },
  'postCsv.column.id': { ja: '投稿ID', en: 'Post ID' },
  'postCsv.column.talkedAt': { ja: '話した日時', en: 'Talk time' },
  'postCsv.column.staff': { ja: 'スタッフ', en: 'Staff' },
  'postCsv.column.staffEmail': { ja: 'スタッフのメールアドレス', en: 'Staff e-mail' },
  'postCsv.column.members': { ja: '会員', en: 'Members' },
  'postCsv.column.memberIds': { ja: '会員ID', en: 'Member IDs' },
  'postCsv.column.labels': { ja: 'ラベル', en: 'Labels' },
  'postCsv.column.memo': { ja: '本文', en: 'Text' },
  'postCsv.reason.required': { ja: '入力してください', en: 'Required' },
  'postCsv.reason.too-long': { ja: '長すぎます', en: 'Too long' },
  'postCsv.reason.wrong-time': { ja: '日時として読み取れません', en: 'Not a date and time' },
  'postCsv.reason.time-ahead': {
    ja: '1日より先の日時は指定できません',
    en: 'More than a day ahead',
  },
  'postCsv.reason.unknown-staff': {
    ja: 'このスタッフは存在しません',
    en: 'Unknown staff member',
  },
  'postCsv.reason.several-staff': {
    ja: '同じ名前のスタッフが複数います。スタッフのメールアドレスで指定してください',
    en: 'Several staff members have this name; give the staff e-mail',
  },
  'postCsv.reason.unknown-member': {
    ja: 'この会員は存在しません',
    en: 'Unknown member',
  },
  'postCsv.reason.several-members': {
    ja: '同じ名前の会員が複数います。会員IDで指定してください',
    en: 'Several members have this name; give the member ID',
  },
  'postCsv.reason.unknown-label': {
    ja: 'このラベルは存在しません',
    en: 'Unknown label',
  },
  'postCsv.reason.control-character': {
    ja: '使用できない文字があります',
    en: 'Contains characters that are not allowed',
  },
  'postCsv.reason.wrong-cell-count': {
    ja: '列の数が見出しと合いません',
    en: 'The number of cells differs from the header',
  },
});
