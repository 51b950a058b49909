import fc from 'fast-check';
import {
  Binary,
  BSON_UNDEFINED,
  Int32,
  int32,
  isDoc,
  ObjectId,
  type Doc,
  type Value,
} from './bson-value';
import { encodeKey, encodeKeyComponent } from './key-bytes-codec';
import { typeClass, TypeClass } from './type-class';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 700);

const number: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -2147483648, max: 2147483647 }).map((value): Value => int32(value)),
  fc.double(),
  fc.constantFrom<Value>(
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    0.1,
    1e308,
    5e-324,
    9007199254740992,
    9007199254740994,
    int32(0),
    0n,
  ),
  fc.bigInt({ min: -9223372036854775808n, max: 9223372036854775807n }),
  fc.bigInt({ min: 9007199254740990n, max: 9007199254740999n }),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'ab', '\ud83d\ude00', '\uffff', '\u00ff'),
);
const leaf: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 3, arbitrary: text },
  fc.constantFrom<Value>(null, true, false, BSON_UNDEFINED),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes): Value => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.constantFrom(0, 4, 5))
    .map(([bytes, subtype]): Value => new Binary(bytes, subtype)),
);
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: leaf },
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '', 'aa'), tie('value')), { maxLength: 3 })
      .map((fields): Value => new Map(fields)),
  ),
})).value;

const sign = (order: number): number => Math.sign(order);

function order<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Strings are compared by their UTF-8 bytes: by code points, not UTF-16 units. */
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates stand for code points above all others of the basic plane.
    if (x >= 0xd800 && y >= 0xd800) {
      if (x >= 0xe000) x -= 0x800;
      else x += 0x2000;
      if (y >= 0xe000) y -= 0x800;
      else y += 0x2000;
    }
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Orders numbers of all types by their exact value; NaN first, -0 equal to 0. */
function compareNumbers(a: Value, b: Value): number {
  const x = a instanceof Int32 ? a.value : a;
  const y = b instanceof Int32 ? b.value : b;
  if (typeof x === 'number' && typeof y === 'number') {
    if (x < y) return -1;
    if (x > y) return 1;
    if (x === y) return 0;
    return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : -1) : 1;
  }
  if (typeof x === 'number' && Number.isNaN(x)) return -1;
  if (typeof y === 'number' && Number.isNaN(y)) return 1;
  // JavaScript compares bigint with number exactly.
  return order(x as number, y as number);
}

function bytesOf(value: Binary): Uint8Array {
  return value.buffer.subarray(0, value.position);
}

/** MongoDB's total order of all values, from its documentation: the model that keys must follow. */
function orderOf(a: Value, b: Value): number {
  const left = typeClass(a);
  const right = typeClass(b);
  if (left !== right) return left - right;
  switch (left) {
    case TypeClass.Number:
      return compareNumbers(a, b);
    case TypeClass.String:
      return compareStrings(a as string, b as string);
    case TypeClass.Object:
      return compareDocs(a as Doc, b as Doc);
    case TypeClass.Array:
      return compareArrays(a as Value[], b as Value[]);
    case TypeClass.Binary: {
      const x = a as Binary;
      const y = b as Binary;
      return (
        x.position - y.position || x.sub_type - y.sub_type || Buffer.compare(bytesOf(x), bytesOf(y))
      );
    }
    case TypeClass.ObjectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case TypeClass.Boolean:
      return Number(a) - Number(b);
    case TypeClass.Date:
      return order((a as Date).getTime(), (b as Date).getTime());
    default:
      return 0;
  }
}

/** Field by field in their order: type, then name, then value; a prefix is smaller. */
function compareDocs(a: Doc, b: Doc): number {
  const others = b.entries();
  for (const [name, value] of a) {
    const other = others.next();
    if (other.done) return 1;
    const [otherName, otherValue] = other.value;
    const result =
      typeClass(value) - typeClass(otherValue) ||
      compareStrings(name, otherName) ||
      orderOf(value, otherValue);
    if (result !== 0) return result;
  }
  return a.size - b.size;
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = orderOf(a[i]!, b[i]!);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

describe('index keys', () => {
  it('order as the values do', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sign(Buffer.compare(encodeKeyComponent(a), encodeKeyComponent(b)))).toBe(
          sign(orderOf(a, b)),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('order numbers of all types by their exact value', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(sign(Buffer.compare(encodeKeyComponent(a), encodeKeyComponent(b)))).toBe(
          sign(orderOf(a, b)),
        );
      }),
      { numRuns: RUNS * 2 },
    );
  });

  it('order compound keys by their components, up and down', () => {
    const pair = fc.tuple(leaf, leaf);
    fc.assert(
      fc.property(pair, pair, fc.boolean(), fc.boolean(), (a, b, first, second) => {
        const expected =
          (first ? -1 : 1) * sign(orderOf(a[0], b[0])) ||
          (second ? -1 : 1) * sign(orderOf(a[1], b[1]));
        expect(
          sign(Buffer.compare(encodeKey(a, [first, second]), encodeKey(b, [first, second]))) + 0,
        ).toBe(expected + 0);
      }),
      { numRuns: RUNS },
    );
  });

  it('are prefix-free', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [one, other] = [encodeKeyComponent(a), encodeKeyComponent(b)];
        fc.pre(!one.equals(other));
        expect(other.subarray(0, one.length).equals(one)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the model', () => {
  it('is a total order', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(orderOf(a, a)).toBe(0);
        expect(sign(orderOf(a, b)) + 0).toBe(-sign(orderOf(b, a)) + 0);
        if (orderOf(a, b) <= 0 && orderOf(b, c) <= 0) expect(orderOf(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[Value, Value]>([
    [BSON_UNDEFINED, null],
    [null, NaN],
    [NaN, -Infinity],
    [Infinity, ''],
    ['z', new Map<string, Value>() as Doc],
    [new Map<string, Value>([['a', 1]]) as Doc, []],
    [[1], new Binary(new Uint8Array(0))],
    [new Binary(new Uint8Array(9)), new ObjectId()],
    [new ObjectId(), false],
    [false, true],
    [true, new Date(0)],
    ['\uffff', '\ud83d\ude00'],
    [
      new Map<string, Value>([
        ['a', 1],
        ['b', 1],
      ]) as Doc,
      new Map<string, Value>([['a', 'x']]) as Doc,
    ],
    [
      [1, 2],
      [1, 2, 3],
    ],
    [new Binary(Buffer.from('zz')), new Binary(Buffer.from('aaa'))],
  ])('puts %p before %p', (a, b) => {
    expect(orderOf(a, b)).toBeLessThan(0);
    expect(isDoc(a)).toBe(a instanceof Map);
  });
});
