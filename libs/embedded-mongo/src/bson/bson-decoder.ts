import { MongoError } from '../mongo-error';
import { Binary, int32, ObjectId, type Doc, type Value } from './bson-value';

/** Deepest nesting that MongoDB stores. */
export const MAX_DEPTH = 200;

/**
 * Types that the product does not store: undefined, regular expression, DBPointer, code, symbol,
 * timestamp, decimal, MinKey and MaxKey.
 */
const UNSUPPORTED_TYPES = new Set([0x06, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x11, 0x13, 0x7f, 0xff]);

/** Bytes of the types that always have the same: double, ObjectId, boolean, date, null, int and long. */
const SIZES: { [type: number]: number } = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 18: 8 };

function invalid(message: string): MongoError {
  return new MongoError(22, `Invalid BSON: ${message}`);
}

function date(low: number, high: number): Date {
  const result = new Date(high * 4294967296 + low);
  // Rejected rather than stored as another time: JavaScript's dates end in the year 275760.
  if (Number.isNaN(result.getTime())) throw new MongoError(2, 'date is out of the supported range');
  return result;
}

/** Distinct names of fields, each also as the bytes in a document. */
export interface FieldNames {
  readonly names: readonly string[];
  readonly bytes: readonly Buffer[];
}

/**
 * Reads BSON and checks all lengths, so that malicious bytes cannot make it read outside the
 * document.
 */
class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  document(limit: number, depth: number): Doc {
    const end = this.begin(limit, depth);
    const result: Doc = new Map();
    for (let type = this.next(end); type !== 0; type = this.next(end)) {
      const name = this.cstring(end);
      result.set(name, this.value(type, end, depth));
    }
    return result;
  }

  /** The top-level fields with the given names; others are skipped. */
  fields({ names, bytes }: FieldNames): Doc {
    const end = this.begin(this.bytes.length, 0);
    const result: Doc = new Map();
    for (let type = this.next(end); type !== 0; type = this.next(end)) {
      const found = this.nameAmong(bytes, end);
      if (found >= 0) {
        result.set(names[found]!, this.value(type, end, 0));
        if (result.size === names.length) return result;
      } else this.skip(type, end);
    }
    return result;
  }

  /** The bytes of the document with only (`keeps`) or without its top-level fields of these names. */
  cut(names: readonly Buffer[], keeps: boolean): Buffer {
    const end = this.begin(this.bytes.length, 0);
    // Neighbouring fields are copied together: a native call for each costs more than the bytes.
    const parts: { from: number; to: number }[] = [];
    let length = 5;
    let found = 0;
    let from = this.at;
    for (;;) {
      const element = this.at;
      const isLast = this.bytes[element] === 0 || (keeps && found === names.length);
      let isKept = false;
      if (!isLast) {
        const type = this.bytes[this.at++]!;
        const isNamed = this.nameAmong(names, end) >= 0;
        if (isNamed) found++;
        isKept = isNamed === keeps;
        this.skip(type, end);
      }
      if (isKept) continue;
      if (element > from) {
        parts.push({ from, to: element });
        length += element - from;
      }
      if (isLast) break;
      from = this.at;
    }
    // Not of the document's size: a few fields of many large documents would be as much garbage.
    const result = Buffer.allocUnsafe(length);
    let at = result.writeInt32LE(length, 0);
    for (const part of parts) at += this.bytes.copy(result, at, part.from, part.to);
    result[at] = 0;
    return result;
  }

  /**
   * Reads a name; which of the given ones it is, -1 for none. Compared as bytes, in a loop: a string
   * for each unneeded name, or a native call, would cost more than everything else.
   */
  private nameAmong(names: readonly Buffer[], end: number): number {
    const { bytes, at: start } = this;
    let at = start;
    while (bytes[at] !== 0) if (++at >= end) throw invalid('unterminated name');
    this.at = at + 1;
    const length = at - start;
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      if (name.length !== length) continue;
      let same = 0;
      while (same < length && name[same] === bytes[start + same]) same++;
      if (same === length) return index;
    }
    return -1;
  }

  private skip(type: number, end: number): void {
    const size = SIZES[type];
    if (size !== undefined) this.need(size, end);
    else if (type === 0x02) this.need(this.bytes.readInt32LE(this.need(4, end)), end);
    else if (type === 0x03 || type === 0x04) this.need(this.bytes.readInt32LE(this.at), end);
    else this.value(type, end, 0);
  }

  private array(limit: number, depth: number): Value[] {
    const end = this.begin(limit, depth);
    const result: Value[] = [];
    for (let type = this.next(end); type !== 0; type = this.next(end)) {
      // The names are '0', '1', ...; like mongod, only their order counts.
      this.nameAmong([], end);
      result.push(this.value(type, end, depth));
    }
    return result;
  }

  private begin(limit: number, depth: number): number {
    if (depth > MAX_DEPTH)
      throw new MongoError(15, `Exceeded depth limit of ${MAX_DEPTH} when reading BSON`);
    const end = this.at + documentLength(this.bytes, this.at, limit);
    if (this.bytes[end - 1] !== 0) throw invalid('document does not end with a zero byte');
    this.at += 4;
    return end;
  }

  /** The type of the next element; 0 at the end of the document. */
  private next(end: number): number {
    const type = this.bytes[this.at++]!;
    if (type === 0 && this.at !== end) throw invalid('document length does not match its contents');
    return type;
  }

  private cstring(end: number): string {
    const start = this.at;
    const bytes = this.bytes;
    let at = start;
    let ascii = true;
    for (;;) {
      if (at >= end) throw invalid('unterminated name');
      const byte = bytes[at]!;
      if (byte === 0) break;
      if (byte > 127) ascii = false;
      at++;
    }
    this.at = at + 1;
    return ascii ? bytes.latin1Slice(start, at) : bytes.utf8Slice(start, at);
  }

  private need(count: number, end: number): number {
    const at = this.at;
    if (at + count >= end) throw invalid('value is cut off');
    this.at = at + count;
    return at;
  }

  private string(end: number): string {
    const size = this.bytes.readInt32LE(this.need(4, end));
    if (size < 1) throw invalid(`string length ${size} is out of range`);
    const start = this.need(size, end);
    if (this.bytes[start + size - 1] !== 0) throw invalid('string does not end with a zero byte');
    return this.bytes.utf8Slice(start, start + size - 1);
  }

  private value(type: number, end: number, depth: number): Value {
    const bytes = this.bytes;
    switch (type) {
      case 0x01:
        return bytes.readDoubleLE(this.need(8, end));
      case 0x02:
        return this.string(end);
      case 0x03:
        return this.document(end - 1, depth + 1);
      case 0x04:
        return this.array(end - 1, depth + 1);
      case 0x05: {
        const size = bytes.readInt32LE(this.need(4, end));
        if (size < 0) throw invalid('negative length of binary data');
        const subtype = bytes[this.need(1, end)]!;
        const start = this.need(size, end);
        return new Binary(Buffer.from(bytes.subarray(start, start + size)), subtype);
      }
      case 0x07: {
        const start = this.need(12, end);
        return new ObjectId(Buffer.from(bytes.subarray(start, start + 12)));
      }
      case 0x08: {
        const byte = bytes[this.need(1, end)]!;
        if (byte > 1) throw invalid('boolean that is neither 0 nor 1');
        return byte === 1;
      }
      case 0x09: {
        const at = this.need(8, end);
        return date(bytes.readUInt32LE(at), bytes.readInt32LE(at + 4));
      }
      case 0x0a:
        return null;
      case 0x10:
        return int32(bytes.readInt32LE(this.need(4, end)));
      case 0x12:
        return bytes.readBigInt64LE(this.need(8, end));
      default:
        if (UNSUPPORTED_TYPES.has(type))
          throw new MongoError(115, `BSON type ${type} is not supported`);
        throw invalid(`unrecognized type 0x${type.toString(16)}`);
    }
  }
}

/**
 * Decodes the document that starts at `start`.
 * @throws MongoError 22 (InvalidBSON) for malformed bytes, 15 (Overflow) for nesting beyond MAX_DEPTH.
 */
export function decodeDocument(bytes: Buffer, start = 0, limit = bytes.length): Doc {
  return new Reader(bytes, start).document(limit, 0);
}

/** Decodes only some of the top-level fields of a stored document. */
export function decodeFields(bytes: Buffer, wanted: FieldNames): Doc {
  return new Reader(bytes, 0).fields(wanted);
}

/** A copy of a stored document with only (`keeps`) or without some top-level fields, named in bytes. */
export function cutFields(bytes: Buffer, names: readonly Buffer[], keeps: boolean): Buffer {
  return new Reader(bytes, 0).cut(names, keeps);
}

/** The length in bytes of the document at `start`, checked against `limit`. */
export function documentLength(bytes: Buffer, start: number, limit: number): number {
  if (start + 5 > limit) throw invalid('document is cut off');
  const size = bytes.readInt32LE(start);
  if (size < 5 || start + size > limit) throw invalid(`document length ${size} is out of range`);
  return size;
}
