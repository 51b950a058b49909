const textNames = /\.(csv|tsv|txt)$/i;
const excelNames = /\.(xls|xlsx|xlsm|xlsb|xlt|xltx|xltm)$/i;
/** Compound file of Excel 97 to 2003. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP_ENTRY = Buffer.from('504b0304', 'hex');
/** Folder of a workbook in its zip file; entry names are not compressed. */
const WORKBOOK_FOLDER = Buffer.from('xl/');

/** Whether the file name is that of a text file with rows. */
export function isTextFileName(fileName: string): boolean {
  return textNames.test(fileName);
}

/** Whether name or content are those of an Excel workbook. */
export function isExcelFile(fileName: string, content: Buffer): boolean {
  if (excelNames.test(fileName)) return true;
  const head = content.subarray(0, COMPOUND_FILE.length);
  if (head.equals(COMPOUND_FILE)) return true;
  return head.subarray(0, ZIP_ENTRY.length).equals(ZIP_ENTRY) && content.includes(WORKBOOK_FOLDER);
}
