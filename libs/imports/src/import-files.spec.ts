import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderStore } from '@engawa/storage';
import { pageOfRows } from './import-chunk.repository';
import { ImportFiles } from './import-files';
import type { ImportRepository } from './import.repository';

let folder: string;
let files: ImportFiles;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'engawa-imports-'));
  const definition = { service: 'members', name: 'MemberImport' } as const;
  files = new ImportFiles(definition, new FolderStore(folder), {} as ImportRepository);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function begin(content: string | Buffer, fileName = 'members.csv') {
  return files.readStart({ fileName, content: Buffer.from(content) });
}

async function kept(content: string) {
  const fileKey = await files.keep('space-a', String(content.length), Buffer.from(content));
  return { fileKey, encoding: 'utf-8', bom: 0 } as const;
}

describe('the beginning of a file', () => {
  it.each([
    ['', [], false],
    ['姓,名\n', ['姓', '名'], false],
    ['\ufeff姓,名\n佐藤,花\n鈴木,海\n', ['姓', '名'], true],
  ])('%j', async (content, headings, hasRows) => {
    expect(await begin(content)).toMatchObject({ headings, hasRows, encoding: 'utf-8' });
  });

  it('is refused where it is no text or broken', async () => {
    await expect(begin(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).rejects.toThrow(
      'members.import.not-csv',
    );
    await expect(begin('姓\n"佐藤')).rejects.toThrow('members.import.broken-quotes');
  });

  it('is refused where the name is not that of a text file', async () => {
    await expect(begin('姓\n佐藤\n', 'm.csv.exe')).rejects.toThrow('members.import.not-csv');
    await expect(begin('姓\n佐藤\n', 'm.xlsx')).rejects.toThrow('members.import.excel-file');
  });
});

describe('whether a file may bear a name', () => {
  const isNamed = (cells: readonly string[]) => cells.includes('佐藤');

  it.each([
    ['姓,名\n鈴木,海\n佐藤,花\n', true],
    ['佐藤\n鈴木\n', false],
    ['姓\n鈴木\n"佐', true],
  ])('%j: %s', async (content, expected) => {
    expect(await files.mayName(await kept(content), isNamed)).toBe(expected);
  });

  it('cannot be excluded for a file that was deleted', async () => {
    const file = { fileKey: 'space-a/imports/gone.csv', encoding: 'utf-8', bom: 0 } as const;
    expect(await files.mayName(file, isNamed)).toBe(true);
  });
});

it('reports the refused rows in the columns of the file, named after it', async () => {
  const file = await kept('姓,名\n佐藤,花\n鈴木,海\n');
  const refused = (async function* () {
    yield { row: 2, reason: '長すぎます' };
  })();
  const job = { ...file, fileName: '会員.csv', headings: ['姓', '名'] };
  const report = files.report(job, 'エラー内容', refused);
  expect(await text(report.getStream())).toBe('姓,名,エラー内容\r\n鈴木,海,長すぎます\r\n');
  expect(report.getHeaders()).toMatchObject({ type: 'text/csv; charset=utf-8' });
  expect(report.getHeaders().disposition).toContain(encodeURIComponent('report-会員.csv'));
});

describe('a page of rows', () => {
  async function* rows() {
    for (const row of [2, 5, 9]) yield { row };
  }

  it.each([
    [2, [2, 5], 5],
    [3, [2, 5, 9], null],
  ])('of %i', async (limit, numbers, nextRow) => {
    const items = numbers.map((row) => ({ row }));
    expect(await pageOfRows(rows(), limit)).toEqual({ items, nextRow });
  });
});
