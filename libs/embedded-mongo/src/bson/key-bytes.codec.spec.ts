import fc from 'fast-check';
import {
  Binary,
  BSON_UNDEFINED,
  BSONRegExp,
  Decimal128,
  int32,
  isDoc,
  MAX_KEY,
  MIN_KEY,
  ObjectId,
  Timestamp,
  type Doc,
  type Value,
} from './bson-value';
import { encodeKey, encodeKeyComponent, keyComponentEnd } from './key-bytes.codec';
import { compareValues } from './value-comparator';

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
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }),
      fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -6176, max: 6111 })),
    )
    .map(([coefficient, exponent]): Value => Decimal128.fromString(`${coefficient}E${exponent}`)),
  fc
    .constantFrom(
      '0.1',
      '0.10',
      '1',
      '1.0',
      '-0',
      '9007199254740993',
      'NaN',
      'Infinity',
      '-Infinity',
      '1E6111',
      '-1E-6176',
      '0E100',
    )
    .map((text): Value => Decimal128.fromString(text)),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'ab', '\ud83d\ude00', '\uffff', '\u00ff'),
);
const leaf: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 3, arbitrary: text },
  fc.constantFrom<Value>(null, true, false, MIN_KEY, MAX_KEY, BSON_UNDEFINED),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes): Value => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.constantFrom(0, 4, 5))
    .map(([bytes, subtype]): Value => new Binary(bytes, subtype)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]): Value => new Timestamp({ t, i })),
  fc
    .tuple(fc.constantFrom('a', 'ab', 'b'), fc.constantFrom('', 'i'))
    .map(([pattern, options]): Value => new BSONRegExp(pattern, options)),
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

describe('index keys', () => {
  it('order as the values do', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sign(Buffer.compare(encodeKeyComponent(a), encodeKeyComponent(b)))).toBe(
          sign(compareValues(a, b)),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('order numbers of all types by their exact value', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(sign(Buffer.compare(encodeKeyComponent(a), encodeKeyComponent(b)))).toBe(
          sign(compareValues(a, b)),
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
          (first ? -1 : 1) * sign(compareValues(a[0], b[0])) ||
          (second ? -1 : 1) * sign(compareValues(a[1], b[1]));
        expect(
          sign(Buffer.compare(encodeKey(a, [first, second]), encodeKey(b, [first, second]))) + 0,
        ).toBe(expected + 0);
      }),
      { numRuns: RUNS },
    );
  });

  it('are prefix-free: the end of a component is known', () => {
    fc.assert(
      fc.property(value, leaf, fc.boolean(), (a, b, descending) => {
        const key = encodeKey([a, b], [descending, descending]);
        const end = keyComponentEnd(key, 0, descending);
        expect(end).toBe(encodeKeyComponent(a).length);
        expect(keyComponentEnd(key, end, descending)).toBe(key.length);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the comparator', () => {
  it('is a total order', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(compareValues(a, a)).toBe(0);
        expect(sign(compareValues(a, b)) + 0).toBe(-sign(compareValues(b, a)) + 0);
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0)
          expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[Value, Value]>([
    [MIN_KEY, null],
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
    [new Date(8e15), new Timestamp({ t: 0, i: 0 })],
    [new Timestamp({ t: 1, i: 0 }), new BSONRegExp('a')],
    [new BSONRegExp('a'), MAX_KEY],
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
    expect(compareValues(a, b)).toBeLessThan(0);
    expect(isDoc(a)).toBe(a instanceof Map);
  });
});
