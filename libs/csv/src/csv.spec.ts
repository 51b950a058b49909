import { encode } from 'iconv-lite';
import * as fc from 'fast-check';
import { csvLine, defuseCell, restoreCell } from './csv-cell.rules';
import { detectEncoding } from './csv-encoding.rules';
import { readCsv, UnreadableCsv, type CsvRecord } from './csv-reader';
import { refusedRowsCsv } from './refused-rows';

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
    expect(detectEncoding(Buffer.from('\ufeff姓\n\0'))).toBeNull();
    expect(detectEncoding(Buffer.from('\ufeff姓,名\n\0,x', 'utf16le'))).toBeNull();
    // Zero bytes at the end of one character and the start of the next are not NUL.
    expect(detectEncoding(Buffer.from('\ufeffAĀ\n', 'utf16le'))?.encoding).toBe('utf-16le');
  });

  it('finds half-width kana in Shift_JIS, however little else there is', () => {
    expect(detectEncoding(encode('ｱｲｳ\nｶｷｸ', 'cp932'))?.encoding).toBe('cp932');
  });
});

describe('readCsv', () => {
  it('names the line of unclosed quotes and of records that are too long', async () => {
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

  it('yields to the event loop while it reads', async () => {
    const content = Buffer.from(`${'a'.repeat(99)}\n`.repeat(10_000));
    let turns = 0;
    let reading = true;
    const turn = () => {
      turns += 1;
      if (reading) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await read(content)).toHaveLength(10_000);
    reading = false;
    expect(turns).toBeGreaterThan(content.length / 65_536);
  });

  it('reads tabs of a spreadsheet', async () => {
    const records = await read(encode('姓\t名\n田\t中\n', 'utf16le', { addBOM: true }));
    expect(records[1]!.cells).toEqual(['田', '中']);
  });
});

describe('defused cells', () => {
  it('never run as formulas and are restored when they are read', () => {
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

describe('csvLine', () => {
  it('quotes separators and escapes formulas', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines', '=1+1', ''])).toBe(
      `"a,b","say ""x""","two\nlines",'=1+1,\r\n`,
    );
  });
});

describe('refusedRowsCsv', () => {
  async function reportOf(content: Buffer, rows: number[]): Promise<Buffer> {
    const how = detectEncoding(content)!;
    const [heading, ...rest] = await read(content);
    const batches = (async function* () {
      yield rest;
    })();
    const refused = (async function* () {
      for (const row of rows) yield { row, reason: `理由${row}` };
    })();
    const pieces: Buffer[] = [];
    const file = { ...how, headings: heading!.cells, batches };
    for await (const piece of refusedRowsCsv(file, 'エラー', refused)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  it('has the columns and the encoding of the file', async () => {
    const file = '姓,メモ\n髙橋,一\n﨑山,"二\n行"\n田中,=三\n';
    const report = `姓,メモ,エラー\r\n﨑山,"二\n行",理由2\r\n田中,'=三,理由3\r\n`;
    expect(await reportOf(encode(file, 'cp932'), [2, 3])).toEqual(encode(report, 'cp932'));
    expect(await reportOf(Buffer.from(`\ufeff${file}`), [2, 3])).toEqual(
      Buffer.from(`\ufeff${report}`),
    );
  });

  it('reuses the column of reasons of a corrected report', async () => {
    const file = Buffer.from('エラー,姓\n前の理由,田中\n');
    expect((await reportOf(file, [1])).toString()).toBe('エラー,姓\r\n理由1,田中\r\n');
  });

  it('has only a header where nothing is refused', async () => {
    expect((await reportOf(Buffer.from('姓\n田中\n'), [])).toString()).toBe('姓,エラー\r\n');
  });
});
