import { pipeline, Readable, Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { decodeStream } from 'iconv-lite';
import { codecs, type FoundEncoding } from './csv-encoding.rules';

/** Longest record in characters; a cell of many megabytes is not a text. */
const MAX_RECORD_LENGTH = 200_000;
const CHUNK_BYTES = 65_536;
/** Records per batch. */
const BATCH_ROWS = 250;

/** One record: its number (the heading is 0) and the line where it starts. */
export interface CsvRecord {
  row: number;
  line: number;
  cells: string[];
}

/** The file cannot be read from this line on. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
  constructor(
    readonly reason: 'broken-quotes' | 'record-too-long' | 'too-many-rows' | 'unreadable',
    readonly line: number,
  ) {
    super(`${reason} in line ${line}`);
  }
}

/** Yields the records of a file, without blank ones. Throws `UnreadableCsv`. */
export async function* readCsv(
  content: Buffer,
  how: FoundEncoding,
): AsyncGenerator<CsvRecord, void> {
  for await (const records of readCsvBatches(content, how)) yield* records;
}

/**
 * Like `readCsv`, in batches of up to `BATCH_ROWS`: a promise per record of a long file costs more
 * than parsing it. Throws `UnreadableCsv`.
 */
export async function* readCsvBatches(
  content: Buffer,
  how: FoundEncoding,
): AsyncGenerator<CsvRecord[], void> {
  const parsed = pipeline(
    Readable.from(chunksOf(content, how.bom), { objectMode: false }),
    decodeStream(codecs[how.encoding], { stripBOM: false }),
    parse({
      delimiter: delimiterOf(content, how),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_LENGTH,
    }),
    toBatches<ParsedRecord>(),
    // Errors are thrown by the loop below.
    () => undefined,
  );
  let row = 0;
  let line = 1;
  let twice = 0;
  try {
    for await (const lot of parsed as AsyncIterable<ParsedRecord[]>) {
      const records: CsvRecord[] = [];
      for (const { record: cells, info } of lot) {
        const begun = line;
        // The parser counts a CRLF within quotes as two lines.
        for (const cell of cells) if (cell.includes('\n')) twice += cell.split('\r\n').length - 1;
        line = info.lines + 1 - twice;
        if (cells.every((cell) => cell.trim() === '')) continue;
        records.push({ row, line: begun, cells });
        row += 1;
      }
      yield records;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

function toBatches<Item>(): Transform {
  let lot: Item[] = [];
  return new Transform({
    objectMode: true,
    readableHighWaterMark: 1,
    transform(item: Item, _encoding, done) {
      lot.push(item);
      if (lot.length === BATCH_ROWS) {
        this.push(lot);
        lot = [];
      }
      done();
    },
    flush(done) {
      if (lot.length > 0) this.push(lot);
      done();
    },
  });
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { code, lines } = error as { code: string; lines?: number };
  if (code === 'CSV_MAX_RECORD_SIZE') return new UnreadableCsv('record-too-long', lines ?? 1);
  if (/QUOTE/.test(code)) return new UnreadableCsv('broken-quotes', lines ?? 1);
  return new UnreadableCsv('unreadable', lines ?? 1);
}

/** Yields to the event loop between chunks; streams alone would block it to the end. */
async function* chunksOf(content: Buffer, bom: number): AsyncGenerator<Buffer> {
  for (let at = bom; at < content.length; at += CHUNK_BYTES) {
    yield content.subarray(at, at + CHUNK_BYTES);
    await setImmediate();
  }
}

/** Spreadsheets save “Unicode text” with tabs. */
function delimiterOf(content: Buffer, how: FoundEncoding): ',' | '\t' {
  const end = content.indexOf(0x0a, how.bom);
  const first = content.subarray(how.bom, end === -1 ? Math.min(content.length, 4_096) : end);
  return first.includes(0x09) && !first.includes(0x2c) ? '\t' : ',';
}
