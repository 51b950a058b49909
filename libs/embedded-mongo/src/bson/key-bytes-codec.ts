import { Binary, ObjectId, type Doc, type Numeric, type Value } from './bson-value';
import { GrowingBytes } from './growing-bytes';
import { typeClass, TypeClass } from './type-class';
import { toDouble } from './value-arithmetic';

/**
 * Encodes values as bytes whose memcmp order is MongoDB's order of values. Components are
 * prefix-free, so they can be concatenated; a descending component is the complement of an
 * ascending one.
 */
class KeyWriter extends GrowingBytes {
  value(value: Value): void {
    const kind = typeClass(value);
    this.byte(kind);
    this.payload(kind, value);
  }

  private payload(kind: TypeClass, value: Value): void {
    switch (kind) {
      case TypeClass.Number:
        return this.number(value as Numeric);
      case TypeClass.String:
        return this.text(value as string);
      case TypeClass.Object:
        return this.document(value as Doc);
      case TypeClass.Array:
        for (const item of value as Value[]) this.value(item);
        return this.byte(0);
      case TypeClass.Binary: {
        const binary = value as Binary;
        this.reserve(5 + binary.position);
        this.at = this.bytes.writeUInt32BE(binary.position, this.at);
        this.bytes[this.at++] = binary.sub_type;
        return this.raw(binary.buffer.subarray(0, binary.position));
      }
      case TypeClass.ObjectId:
        return this.raw((value as ObjectId).id);
      case TypeClass.Boolean:
        return this.byte(value ? 1 : 0);
      case TypeClass.Date: {
        this.reserve(8);
        const milliseconds = (value as Date).getTime();
        const high = Math.floor(milliseconds / 4294967296);
        // With the sign bit flipped, times before 1970 sort first.
        this.at = this.bytes.writeUInt32BE(high + 0x80000000, this.at);
        this.at = this.bytes.writeUInt32BE(milliseconds - high * 4294967296, this.at);
        return;
      }
      default:
        return;
    }
  }

  /** Type, name, value of each field, as MongoDB compares documents. */
  private document(document: Doc): void {
    for (const [name, value] of document) {
      const kind = typeClass(value);
      this.byte(kind);
      this.text(name);
      this.payload(kind, value);
    }
    this.byte(0);
  }

  /** UTF-8 with 00 as 00 FF, ended by 00 01. */
  private text(text: string): void {
    this.reserve(text.length * 3 + 2);
    const start = this.at;
    const end = start + this.bytes.utf8Write(text, start);
    this.at = end;
    if (text.includes('\0')) {
      const plain = Buffer.from(this.bytes.subarray(start, end));
      this.at = start;
      for (const byte of plain) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    }
    this.reserve(2);
    this.bytes[this.at++] = 0;
    this.bytes[this.at++] = 1;
  }

  /**
   * The largest double not above the number, in 8 ordered bytes; then 00 if that is the number
   * itself, else 01 and ordered decimal digits, which only separate numbers with the same double.
   */
  private number(value: Numeric): void {
    this.double(toDouble(value));
    if (typeof value !== 'bigint') return;
    const above = BigInt(toDouble(value)) - value;
    if (above === 0n) return;
    const start = this.at - 9;
    const bits = this.bytes.readBigUInt64BE(start);
    if (above > 0n) this.bytes.writeBigUInt64BE(bits - 1n, start);
    this.bytes[this.at - 1] = 1;
    this.digits(value);
  }

  private double(value: number): void {
    this.reserve(9);
    const at = this.at;
    const bytes = this.bytes;
    if (Number.isNaN(value)) bytes.fill(0, at, at + 8);
    else {
      // Adding 0 turns -0 into 0.
      bytes.writeDoubleBE(value + 0, at);
      if (bytes[at]! & 0x80) invert(bytes, at, at + 8);
      else bytes[at]! |= 0x80;
    }
    bytes[at + 8] = 0;
    this.at = at + 9;
  }

  /** Decimal digits of a long, after their number. */
  private digits(value: bigint): void {
    const negative = value < 0n;
    const whole = (negative ? -value : value).toString();
    const text = whole.replace(/0+$/, '');
    this.reserve(text.length + 3);
    const start = this.at;
    this.at = this.bytes.writeUInt16BE(whole.length + 0x8000, this.at);
    this.at += this.bytes.latin1Write(text, this.at);
    this.bytes[this.at++] = 0;
    if (negative) invert(this.bytes, start, this.at);
  }
}

const writer = new KeyWriter(4096);

/** One component as a new buffer. */
export function encodeKeyComponent(value: Value): Buffer {
  return encodeKey([value], [false]);
}

/** The bytes of a component of a descending field, from those of an ascending one or back. */
export function inverted(bytes: Buffer): Buffer {
  const result = Buffer.from(bytes);
  invert(result, 0, result.length);
  return result;
}

/** A component as a string, for sets and groups in memory. */
export function keyText(value: Value): string {
  writer.at = 0;
  writer.value(value);
  return writer.bytes.latin1Slice(0, writer.at);
}

/** All components of a compound key, concatenated. */
export function encodeKey(values: readonly Value[], descending: readonly boolean[]): Buffer {
  writer.at = 0;
  for (let i = 0; i < values.length; i++) {
    const start = writer.at;
    writer.value(values[i]!);
    if (descending[i]) invert(writer.bytes, start, writer.at);
  }
  return Buffer.from(writer.bytes.subarray(0, writer.at));
}

function invert(bytes: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i++) bytes[i] = ~bytes[i]!;
}
