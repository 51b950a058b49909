import { MongoError } from '../mongo-error';
import { MAX_DEPTH } from './bson-decoder';
import { Binary, Int32, ObjectId, RawDocument, typeName, type Doc, type Value } from './bson-value';
import { GrowingBytes } from './growing-bytes';

const INDEX_NAMES: string[] = [];
for (let i = 0; i < 1000; i++) INDEX_NAMES.push(String(i));

/** Encoding is synchronous, so there is only one user of the bytes at a time. */
class Writer extends GrowingBytes {
  document(document: Doc, depth: number): void {
    const start = this.open(depth);
    for (const [name, value] of document) this.element(name, value, depth);
    this.close(start);
  }

  private array(values: readonly Value[], depth: number): void {
    const start = this.open(depth);
    for (let i = 0; i < values.length; i++)
      this.element(INDEX_NAMES[i] ?? String(i), values[i]!, depth);
    this.close(start);
  }

  /** Begins a document or an array; its length follows in `close`. */
  private open(depth: number): number {
    if (depth > MAX_DEPTH)
      throw new MongoError(15, `Exceeded depth limit of ${MAX_DEPTH} when writing BSON`);
    this.reserve(5);
    this.at += 4;
    return this.at - 4;
  }

  private close(start: number): void {
    this.byte(0);
    this.bytes.writeInt32LE(this.at - start, start);
  }

  private head(type: number, name: string): void {
    this.reserve(name.length * 3 + 26);
    this.bytes[this.at++] = type;
    this.text(name);
  }

  private text(text: string): void {
    const length = text.length;
    const bytes = this.bytes;
    let at = this.at;
    if (length < 24) {
      let i = 0;
      for (; i < length; i++) {
        const unit = text.charCodeAt(i);
        if (unit > 127) break;
        bytes[at++] = unit;
      }
      if (i < length) at = this.at + bytes.utf8Write(text, this.at);
    } else {
      at += bytes.utf8Write(text, at);
    }
    bytes[at++] = 0;
    this.at = at;
  }

  private string(text: string): void {
    this.reserve(text.length * 3 + 6);
    const start = this.at;
    this.at += 4;
    this.text(text);
    this.bytes.writeInt32LE(this.at - start - 4, start);
  }

  private element(name: string, value: Value, depth: number): void {
    if (value === null) return this.head(0x0a, name);
    switch (typeof value) {
      case 'number':
        this.head(0x01, name);
        this.at = this.bytes.writeDoubleLE(value, this.at);
        return;
      case 'string':
        this.head(0x02, name);
        this.string(value);
        return;
      case 'boolean':
        this.head(0x08, name);
        this.bytes[this.at++] = value ? 1 : 0;
        return;
      case 'bigint':
        this.head(0x12, name);
        this.at = this.bytes.writeBigInt64LE(value, this.at);
        return;
      default:
    }
    if (value instanceof Map) {
      this.head(0x03, name);
      this.document(value, depth + 1);
    } else if (Array.isArray(value)) {
      this.head(0x04, name);
      this.array(value, depth + 1);
    } else if (value instanceof Int32) {
      this.head(0x10, name);
      this.at = this.bytes.writeInt32LE(value.value, this.at);
    } else if (value instanceof ObjectId) {
      this.head(0x07, name);
      this.raw(value.id);
    } else if (value instanceof Date) {
      this.head(0x09, name);
      const milliseconds = value.getTime();
      const high = Math.floor(milliseconds / 4294967296);
      this.bytes.writeUInt32LE(milliseconds - high * 4294967296, this.at);
      this.at = this.bytes.writeInt32LE(high, this.at + 4);
    } else if (value instanceof RawDocument) {
      this.head(0x03, name);
      this.raw(value.bytes);
    } else if (value instanceof Binary) {
      this.head(0x05, name);
      this.at = this.bytes.writeInt32LE(value.position, this.at);
      this.bytes[this.at++] = value.sub_type;
      this.raw(value.buffer.subarray(0, value.position));
    } else throw new Error(`a ${typeName(value)} cannot be stored`);
  }
}

const writer = new Writer(64 * 1024);

/**
 * Encodes a document into a new buffer after `headroom` bytes, which the caller fills.
 * @throws MongoError 15 (Overflow) when it nests deeper than MAX_DEPTH.
 */
export function encodeDocument(document: Doc, headroom = 0): Buffer {
  writer.at = headroom;
  writer.document(document, 0);
  const result = Buffer.allocUnsafe(writer.at);
  writer.bytes.copy(result, headroom, headroom, writer.at);
  // One huge reply must not keep its memory.
  if (writer.bytes.length > 1 << 20) writer.bytes = Buffer.allocUnsafe(64 * 1024);
  return result;
}

/** The encoded size of a document. */
export function encodedLength(document: Doc): number {
  writer.at = 0;
  writer.document(document, 0);
  return writer.at;
}
