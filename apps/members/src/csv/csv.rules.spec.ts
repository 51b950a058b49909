import { encode } from 'iconv-lite';
import * as fc from 'fast-check';
import { defuseCell, restoreCell } from './csv-cell.rules';
import { detectEncoding } from './csv-encoding.rules';
import { readHeading } from './csv-heading.rules';
import { identityKey, readRow } from './csv-row.rules';
import { readCsv, UnreadableCsv, type CsvRecord } from './csv.reader';

const text = '姓,名,会社名\n髙橋,一郎①,㈱さくら～\n﨑山,ﾊﾅｺ,"複数\n行, と""引用"""\n';

async function read(content: Buffer): Promise<CsvRecord[]> {
  const found = detectEncoding(content);
  if (!found) throw new Error('unknown encoding');
  const records: CsvRecord[] = [];
  for await (const record of readCsv(content, found)) records.push(record);
  return records;
}

describe('encodings', () => {
  it.each([
    ['utf-8', 'utf-8', Buffer.from(text)],
    ['utf-8 with a mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['Shift_JIS', 'cp932', encode(text, 'cp932')],
    ['UTF-16 LE with a mark', 'utf-16le', encode(text, 'utf16le', { addBOM: true })],
    ['UTF-16 BE with a mark', 'utf-16be', encode(text, 'utf16be', { addBOM: true })],
    ['UTF-16 LE without', 'utf-16le', encode(text, 'utf16le')],
  ])('reads %s', async (_name, encoding, content) => {
    expect(detectEncoding(content)?.encoding).toBe(encoding);
    const records = await read(content);
    expect(records.map((record) => record.cells)).toEqual([
      ['姓', '名', '会社名'],
      ['髙橋', '一郎①', '㈱さくら～'],
      ['﨑山', 'ﾊﾅｺ', '複数\n行, と"引用"'],
    ]);
    expect(records.map(({ row, line }) => [row, line])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('does not take a picture for text', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    expect(detectEncoding(png)).toBeNull();
    expect(detectEncoding(Buffer.from([0x81, 0x20, 0xff]))).toBeNull();
  });

  it('finds half-width kana in Shift_JIS, however little else there is', () => {
    expect(detectEncoding(encode('ｱｲｳ\nｶｷｸ', 'cp932'))?.encoding).toBe('cp932');
  });
});

describe('readCsv', () => {
  it('tells the line of broken quotes and of endless records', async () => {
    await expect(read(Buffer.from('a,b\n1,2\n"3,4\n5,6\n'))).rejects.toMatchObject({
      reason: 'broken-quotes',
    });
    await expect(read(Buffer.from('a\nb\nc"d"e\n'))).rejects.toBeInstanceOf(UnreadableCsv);
    await expect(read(Buffer.from(`a\n${'x'.repeat(300_000)}\n`))).rejects.toMatchObject({
      reason: 'record-too-long',
    });
  });

  it('passes over blank lines and counts lines of the file', async () => {
    const records = await read(Buffer.from('a,b\n\n,\n"x\ny",2\n3,4\n'));
    expect(records.map(({ row, cells }) => [row, ...cells])).toEqual([
      [0, 'a', 'b'],
      [1, 'x\ny', '2'],
      [2, '3', '4'],
    ]);
    expect(records[2]!.line).toBe(6);
  });

  it('reads tabs of a spreadsheet', async () => {
    const records = await read(encode('姓\t名\n田\t中\n', 'utf16le', { addBOM: true }));
    expect(records[1]!.cells).toEqual(['田', '中']);
  });
});

describe('readHeading', () => {
  it('knows headings in both languages and other writings', () => {
    const heading = readHeading(['姓', 'First Name', '姓(ｶﾅ)', ' 会社名 ', '会員種別', ''], 'add');
    expect(heading).toMatchObject({ unknown: [], repeated: [], missing: [] });
    expect(heading.columns).toEqual([
      'familyName',
      'firstName',
      'familyNameKana',
      'company',
      'typeOfContract',
      null,
    ]);
  });

  it('tells what is missing, unknown and there twice', () => {
    expect(readHeading(['名', '年齢', '名'], 'add')).toMatchObject({
      unknown: ['年齢'],
      repeated: ['名'],
      missing: ['familyName'],
    });
    expect(readHeading(['会員ID'], 'updateType').missing).toEqual(['typeOfContract']);
  });
});

describe('readRow', () => {
  const heading = {
    columns: ['familyName', 'typeOfContract', 'memo'] as const,
    texts: ['姓', '会員種別', 'メモ'],
  };
  const types = new Map([['ふりーですく', 'freeDesk']]);

  it('reads what the columns say', () => {
    expect(readRow([' 田中 ', 'ﾌﾘｰﾃﾞｽｸ', "'=1+1"], heading, types)).toEqual({
      fields: { familyName: '田中', typeId: 'freeDesk', memo: '=1+1' },
      problems: [],
    });
    expect(readRow(['田中'], heading, types).fields).toMatchObject({ typeId: null, memo: '' });
  });

  it.each([
    [['', '', ''], '姓', 'required'],
    [['x'.repeat(101), '', ''], '姓', 'too-long'],
    [['a\u0007', '', ''], '姓', 'control-character'],
    [['a', '無い種別', ''], '会員種別', 'unknown-type'],
    [['a', '', '', 'more'], '4', 'wrong-cell-count'],
  ])('refuses %p', (cells, column, reason) => {
    expect(readRow(cells, heading, types).problems).toEqual([
      expect.objectContaining({ column, reason }),
    ]);
  });
});

describe('defused cells', () => {
  it('never run and come back as they were', () => {
    const cell = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a', '＝') });
    fc.assert(
      fc.property(cell, (value) => {
        const defused = defuseCell(value);
        expect(/^[=+\-@\t\r＝]/.test(defused)).toBe(false);
        expect(restoreCell(defused)).toBe(value);
      }),
    );
  });
});

describe('identityKey', () => {
  it('is one for one person in other writing', () => {
    const one = { familyName: '田中', firstName: 'ﾊﾅ', company: '株式会社 さくら' };
    expect(identityKey(one)).toBe(
      identityKey({ familyName: '田 中', firstName: 'はな', company: 'サクラ（株）' }),
    );
    expect(identityKey(one)).not.toBe(identityKey({ ...one, company: '' }));
  });
});
