/* eslint-disable max-lines -- a table of texts */
import { defineTexts } from '../../shared/intl/messages';

export const memberCsvTexts = defineTexts({
  'memberCsv.title': { ja: '会員のCSV登録', en: 'Import members from CSV' },
  'memberCsv.denied': { ja: '権限がありません', en: 'No permission' },
  'memberCsv.denied.text': {
    ja: 'CSV登録は管理者だけが使えます。必要なときは管理者に相談してください。',
    en: 'Only administrators can import members. Please ask one of them.',
  },
  'memberCsv.upload': { ja: 'CSVで登録する', en: 'Import from CSV' },
  'memberCsv.upload.lead': {
    ja: 'ファイルを選ぶと、まず内容を確かめます。確かめただけでは、会員は変わりません。',
    en: 'The file is checked first. No member changes until you run the import.',
  },
  'memberCsv.mode': { ja: '登録の種類', en: 'Action' },
  'memberCsv.mode.add': { ja: '追加', en: 'Add' },
  'memberCsv.mode.update': { ja: '更新', en: 'Update' },
  'memberCsv.mode.updateType': { ja: '会員種別だけ更新', en: 'Update the type only' },
  'memberCsv.mode.add.help': {
    ja: '新しい会員を追加します。「姓」の列が必要です。',
    en: 'Adds new members. The family name column is required.',
  },
  'memberCsv.mode.update.help': {
    ja: '会員IDで見つけた会員の内容を置き換えます。ファイルにない列はそのままです。CSVの書き出しを直して使えます。',
    en: 'Updates members by ID. Fields without a column stay unchanged. You can edit an export and use it here.',
  },
  'memberCsv.mode.updateType.help': {
    ja: '会員IDで見つけた会員の種別だけを変えます。ほかの列は使いません。',
    en: 'Updates only the type of members by ID. Other columns are ignored.',
  },
  'memberCsv.template': { ja: 'ひな形をダウンロードする', en: 'Download the template' },
  'memberCsv.choose': { ja: 'CSVファイルを選ぶ', en: 'Choose a CSV file' },
  'memberCsv.drop': {
    ja: 'ここにCSVファイルを置くか、ボタンで選んでください。UTF-8とShift_JISが使えます。',
    en: 'Drop a CSV file here, or choose one. UTF-8 and Shift_JIS are supported.',
  },
  'memberCsv.paste': { ja: '表から貼り付ける', en: 'Paste from a spreadsheet' },
  'memberCsv.paste.help': {
    ja: '表計算ソフトで見出しの行ごとコピーし、ここに貼り付けてください。結合したセルの値は、すべての行に入ります。',
    en: 'Copy the rows with their headings and paste them here. The value of merged cells goes into each row.',
  },
  'memberCsv.paste.rows': {
    ja: '{rows}行・{columns}列を読み取りました。',
    en: '{rows, plural, one {# row} other {# rows}} and {columns, plural, one {# column} other {# columns}} found.',
  },
  'memberCsv.paste.file': { ja: '貼り付けた表', en: 'Pasted table' },
  'memberCsv.paste.check': { ja: '内容を確かめる', en: 'Check' },
  'memberCsv.paste.again': { ja: '貼り付け直す', en: 'Paste again' },
  'memberCsv.notCsv': {
    ja: '「{name}」はCSVファイルではありません。拡張子が.csvのファイルを選んでください。表計算ソフトでは「CSV形式で保存」を使ってください。',
    en: '“{name}” is not a CSV file. Choose a file that ends in .csv; in a spreadsheet, save it in CSV format.',
  },
  'memberCsv.photos': { ja: '写真をまとめて登録する', en: 'Photos of several members' },
  'memberCsv.photos.lead': {
    ja: 'CSVの「写真ファイル名」と同じ名前の画像を、その会員の写真にします。pngとjpg、1枚4MBまでです。',
    en: 'Each picture becomes the photo of the member with the same “Photo file name”. PNG or JPEG, up to 4 MB each.',
  },
  'memberCsv.photos.choose': { ja: '写真を選ぶ', en: 'Choose photos' },
  'memberCsv.photos.sending': {
    ja: '{total}枚のうち{done}枚を送りました',
    en: '{done} of {total} sent',
  },
  'memberCsv.photos.done': {
    ja: '{count}枚を登録しました。',
    en: '{count, plural, one {# photo has} other {# photos have}} been set.',
  },
  'memberCsv.photos.refused': {
    ja: '登録できなかった写真（{count}枚）',
    en: 'Photos not used ({count})',
  },
  'memberCsv.photos.no-member': {
    ja: 'この名前を「写真ファイル名」に持つ会員がいません',
    en: 'No member has this photo file name',
  },
  'memberCsv.photos.several-members': {
    ja: '同じ「写真ファイル名」の会員が複数います',
    en: 'Several members have this photo file name',
  },
  'memberCsv.photos.too-large': { ja: '4MBを超えています', en: 'Larger than 4 MB' },
  'memberCsv.photos.not-a-picture': {
    ja: 'pngまたはjpgの画像ではありません',
    en: 'Not a PNG or JPEG picture',
  },
  'memberCsv.photos.unreadable': {
    ja: '大きすぎるか、壊れています',
    en: 'Too large or damaged',
  },
  'memberCsv.list': { ja: 'これまでのCSV登録', en: 'Previous imports' },
  'memberCsv.list.empty': {
    ja: 'まだありません。登録すると、ここから結果を見たり、元に戻したりできます。',
    en: 'None yet. Results are kept here, and imports can be reverted.',
  },
  'memberCsv.by': { ja: '{name}・', en: '{name} · ' },
  'memberCsv.state.checking': { ja: '確認中', en: 'Checking' },
  'memberCsv.state.checked': { ja: '実行待ち', en: 'Ready to run' },
  'memberCsv.state.nothing': { ja: '登録する行なし', en: 'Nothing to do' },
  'memberCsv.state.expired': { ja: '期限切れ', en: 'Expired' },
  'memberCsv.state.running': { ja: '登録中', en: 'Running' },
  'memberCsv.state.done': { ja: '完了', en: 'Done' },
  'memberCsv.state.cancelled': { ja: '中止しました', en: 'Stopped' },
  'memberCsv.state.reverting': { ja: '元に戻しています', en: 'Reverting' },
  'memberCsv.state.reverted': { ja: '元に戻しました', en: 'Reverted' },
  'memberCsv.state.failed': { ja: '読み取れませんでした', en: 'Could not be read' },
  'memberCsv.back': { ja: 'CSV登録', en: 'All imports' },
  'memberCsv.gone': { ja: 'この登録は見つかりません', en: 'Import not found' },
  'memberCsv.progress.checking': {
    ja: '{count, plural, other {#}}行を確かめました',
    en: '{count, plural, one {# row} other {# rows}} checked',
  },
  'memberCsv.progress.of': {
    ja: '{rows, plural, other {#}}行のうち{count, plural, other {#}}行',
    en: '{count, plural, other {#}} of {rows, plural, other {#}} rows',
  },
  'memberCsv.progress.stay': {
    ja: 'この画面を離れても続きます。',
    en: 'It continues even if you leave this page.',
  },
  'memberCsv.verdict.all': { ja: 'すべて', en: 'All' },
  'memberCsv.verdict.add': { ja: '追加', en: 'Added' },
  'memberCsv.verdict.change': { ja: '変更', en: 'Changed' },
  'memberCsv.verdict.unchanged': { ja: '変更なし', en: 'Unchanged' },
  'memberCsv.verdict.duplicate': { ja: '重複の可能性', en: 'Likely duplicate' },
  'memberCsv.verdict.refused': { ja: 'エラー', en: 'Error' },
  'memberCsv.filter': { ja: '判定で絞り込む', en: 'Filter by result' },
  'memberCsv.run': {
    ja: '{count, plural, other {#}}行を登録する',
    en: 'Import {count, plural, one {# row} other {# rows}}',
  },
  'memberCsv.run.none': {
    ja: '登録する行がありません。ファイルを直して、もう一度選んでください。',
    en: 'There is nothing to import. Fix the file and choose it again.',
  },
  'memberCsv.run.started': { ja: '登録を始めました。', en: 'The import has started.' },
  'memberCsv.run.again': { ja: '別のファイルを選ぶ', en: 'Choose another file' },
  'memberCsv.addDuplicates': {
    ja: '重複の可能性がある{count}行も追加する',
    en: 'Also add {count, plural, one {the likely duplicate} other {the # likely duplicates}}',
  },
  'memberCsv.report': {
    ja: '登録できない行をダウンロードする',
    en: 'Download rejected rows',
  },
  'memberCsv.fileGone': {
    ja: 'ファイルの保存期間（30日）が過ぎたか、ファイルにあった会員の記録が消去されたため、ファイルと登録できない行は残っていません。',
    en: 'The file and its rejected rows have been deleted. They are kept for 30 days, or until a member in them is erased.',
  },
  'memberCsv.cancel': { ja: '中止する', en: 'Stop the import' },
  'memberCsv.cancel.title': { ja: 'この登録を中止しますか', en: 'Stop this import?' },
  'memberCsv.cancel.text': {
    ja: 'これまでに登録した会員はそのまま残ります。あとから元に戻すこともできます。',
    en: 'Members imported so far stay. You can revert them afterwards.',
  },
  'memberCsv.cancel.check': {
    ja: 'まだ何も登録されていません。',
    en: 'Nothing has been imported yet.',
  },
  'memberCsv.cancelled': {
    ja: '途中で中止しました。{count}人が登録されています。',
    en: 'Stopped before the end. {count, plural, one {# member was} other {# members were}} imported.',
  },
  'memberCsv.revert': { ja: 'この登録を元に戻す', en: 'Revert this import' },
  'memberCsv.revert.title': { ja: 'この登録を元に戻しますか', en: 'Revert this import?' },
  'memberCsv.revert.text': {
    ja: '追加した会員は退会済みになり、変更した内容は前の値に戻ります。そのあとにほかの人が変更した会員は、そのまま残ります。',
    en: 'Added members are marked as resigned, and changed members get their previous values. Members that someone has changed since then are kept.',
  },
  'memberCsv.revert.action': { ja: '元に戻す', en: 'Revert' },
  'memberCsv.reverted': {
    ja: '{reverted}人を元に戻しました。',
    en: '{reverted} members were reverted.',
  },
  'memberCsv.notReverted': {
    ja: 'そのあとに変更された{count}人は、そのまま残しました。',
    en: '{count, plural, one {# was} other {# were}} changed since then and kept.',
  },
  'memberCsv.line': { ja: '行', en: 'Line' },
  'memberCsv.verdict': { ja: '判定', en: 'Result' },
  'memberCsv.name': { ja: '名前', en: 'Name' },
  'memberCsv.what': { ja: '内容', en: 'Details' },
  'memberCsv.rows.empty': { ja: '当てはまる行はありません。', en: 'No rows.' },
  'memberCsv.rows.caption': { ja: '各行の判定', en: 'Result of each row' },
  'memberCsv.next': { ja: '次の{count}行', en: 'Next {count}' },
  'memberCsv.previous': { ja: '前の{count}行', en: 'Previous {count}' },
  'memberCsv.changeFrom': { ja: '変更前', en: 'before' },
  'memberCsv.changeTo': { ja: '変更後', en: 'after' },
  'memberCsv.duplicateOfMember': {
    ja: '同じ名前と会社の会員がいます',
    en: 'A member with this name and company exists',
  },
  'memberCsv.duplicateOfRow': {
    ja: 'このファイルの{row}番目の会員と同じです',
    en: 'Same as row {row} of this file',
  },
  'memberCsv.openMember': { ja: '会員を見る', en: 'Open the member' },
  'memberCsv.reason.required': { ja: '入力してください', en: 'Required' },
  'memberCsv.reason.too-long': { ja: '長すぎます', en: 'Too long' },
  'memberCsv.reason.control-character': {
    ja: '使用できない文字があります',
    en: 'Contains characters that are not allowed',
  },
  'memberCsv.reason.not-email': {
    ja: 'メールアドレスの形ではありません',
    en: 'Not an e-mail address',
  },
  'memberCsv.reason.not-date': {
    ja: '日付として読めません（例: 1985-04-01）',
    en: 'Not a date, such as 1985-04-01',
  },
  'memberCsv.reason.not-number': { ja: '数として読めません', en: 'Not a number' },
  'memberCsv.reason.unknown-choice': { ja: 'この選択肢は存在しません', en: 'Unknown choice' },
  'memberCsv.reason.unknown-type': {
    ja: 'この会員種別は存在しません',
    en: 'Unknown member type',
  },
  'memberCsv.reason.unknown-member': {
    ja: 'この会員は存在しません',
    en: 'Unknown member',
  },
  'memberCsv.reason.deleted-member': {
    ja: 'この会員は退会済みです',
    en: 'This member has resigned',
  },
  'memberCsv.reason.changed-since-check': {
    ja: '確認したあとで、ほかの人が変更しました。もう一度確認してください',
    en: 'Somebody changed this after the check. Please check the file again',
  },
  'memberCsv.reason.same-row-twice': {
    ja: '同じ会員がファイル内に複数あります',
    en: 'This member is in the file twice',
  },
  'memberCsv.reason.wrong-cell-count': {
    ja: '列の数が見出しと合いません',
    en: 'The number of cells differs from the header',
  },
  'memberCsv.failure.too-many-rows': {
    ja: '行が多すぎます。200,000行までに分けて、もう一度お試しください。',
    en: 'There are too many rows. Split the file into parts of up to 200,000 rows.',
  },
  'memberCsv.failure.broken-quotes': {
    ja: '{line}行目の引用符（"）が正しく閉じられていません。',
    en: 'The quotation marks in line {line} are not valid.',
  },
  'memberCsv.failure.record-too-long': {
    ja: '{line}行目が長すぎます。',
    en: 'Line {line} is too long.',
  },
  'memberCsv.failure.unreadable': {
    ja: '{line}行目を読み取れません。',
    en: 'Line {line} cannot be read.',
  },
  'memberCsv.failure.stopped': {
    ja: '途中で中断しました。しばらくしてから、ファイルをもう一度選んでください。',
    en: 'The import stopped. Please choose the file again later.',
  },
  'memberCsv.failure.partly': {
    ja: '途中で中断しました。反映された会員は、取り消して元に戻せます。',
    en: 'The import stopped part-way. You can revert what it changed.',
  },
  'memberCsv.failure.kept': {
    ja: 'ここまでに読めた行も、会員には反映していません。',
    en: 'No members were changed.',
  },
  'memberCsv.column.id': { ja: '会員ID', en: 'Member ID' },
  'memberCsv.column.familyName': { ja: '姓', en: 'Family name' },
  'memberCsv.column.firstName': { ja: '名', en: 'First name' },
  'memberCsv.column.familyNameKana': { ja: '姓（カナ）', en: 'Family name (kana)' },
  'memberCsv.column.firstNameKana': { ja: '名（カナ）', en: 'First name (kana)' },
  'memberCsv.column.company': { ja: '会社名', en: 'Company' },
  'memberCsv.column.title': { ja: '役職', en: 'Title' },
  'memberCsv.column.typeOfContract': { ja: '会員種別', en: 'Member type' },
  'memberCsv.column.memo': { ja: 'メモ', en: 'Note' },
  'memberCsv.column.photoFileName': { ja: '写真ファイル名', en: 'Photo file name' },
});
