import { keyComponentEnd } from '../bson/key-bytes.codec';
import { TypeClass } from '../bson/value-comparator';
import type { Interval } from './index-bounds';

/**
 * An interval of key components in the notation of MongoDB's explain, as far as its bytes allow.
 */
export function describeInterval(interval: Interval): string {
  if (interval.point) {
    const value = describe(interval.low);
    return `[${value}, ${value}]`;
  }
  return `[${describe(interval.low)}, ${describe(interval.high)})`;
}

function describe(bytes: Buffer): string {
  if (bytes.length === 1) return describeClass(bytes[0]!);
  try {
    if (bytes[0] === TypeClass.Number) return String(numberOf(bytes));
    if (bytes[0] === TypeClass.String) {
      const end =
        bytes.length >= 2 && bytes[bytes.length - 2] === 0
          ? keyComponentEnd(bytes, 0, false) - 2
          : bytes.length;
      return JSON.stringify(bytes.toString('utf8', 1, end));
    }
    if (bytes[0] === TypeClass.ObjectId) return `ObjectId('${bytes.toString('hex', 1, 13)}')`;
    if (bytes[0] === TypeClass.Boolean) return bytes[1] === 1 ? 'true' : 'false';
    if (bytes[0] === TypeClass.Date)
      return `new Date(${BigInt.asIntN(64, bytes.readBigUInt64BE(1) ^ (1n << 63n))})`;
  } catch {
    // Incremented bytes have no value of their own.
  }
  return `0x${bytes.toString('hex')}`;
}

function describeClass(kind: number): string {
  if (kind <= 1) return 'MinKey';
  if (kind >= 0xf0) return 'MaxKey';
  const names: { [kind: number]: string } = {
    0x10: 'undefined',
    0x18: 'null',
    0x20: 'nan',
    0x28: '""',
    0x29: '{}',
    0x30: '{}',
    0x38: '[]',
    0x48: "ObjectId('000000000000000000000000')",
    0x50: 'false',
    0x58: 'new Date(-9223372036854775808)',
  };
  return names[kind] ?? names[kind - 1] ?? `type 0x${kind.toString(16)}`;
}

function numberOf(bytes: Buffer): number {
  const copy = Buffer.from(bytes.subarray(1, 9));
  if (copy[0]! & 0x80) copy[0]! &= 0x7f;
  else for (let i = 0; i < 8; i++) copy[i] = ~copy[i]!;
  return copy.readDoubleBE(0);
}
