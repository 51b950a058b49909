import { isExcelFile, isTextFileName } from './file-kind.rules';

const text = Buffer.from('姓,名\n山田,太郎\n');
const workbook = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('…xl/workbook.xml…')]);
const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('…notes.txt…')]);
const compound = Buffer.from('d0cf11e0a1b11ae10000', 'hex');

it.each([
  ['members.csv', true],
  ['MEMBERS.CSV', true],
  ['members.tsv', true],
  ['members.txt', true],
  ['members.csv.exe', false],
  ['members.xlsx', false],
  ['members', false],
  ['', false],
])('takes %p for the name of a text file: %p', (name, isText) => {
  expect(isTextFileName(name)).toBe(isText);
});

it.each([
  ['m.xlsx', text, true],
  ['m.XLS', text, true],
  ['m.csv', workbook, true],
  ['m.csv', compound, true],
  ['m.csv', archive, false],
  ['m.csv', text, false],
  ['m.csv', Buffer.alloc(0), false],
])('knows a workbook by name and content: %p', (name, content, isExcel) => {
  expect(isExcelFile(name, content)).toBe(isExcel);
});
