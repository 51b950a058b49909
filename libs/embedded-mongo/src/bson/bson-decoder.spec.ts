import { cutFields, decodeDocument } from './bson-decoder';
import { encodeDocument } from './bson-encoder';
import { Binary, doc, int32, ObjectId, type Doc, type Value } from './bson-value';

const values: [string, Value][] = [
  ['double', 1.5],
  ['text', '縁側'],
  ['empty', ''],
  ['inner', doc({ a: int32(1), b: doc({ c: [1, 'x'] }) })],
  ['list', [int32(1), doc({ a: null }), []]],
  ['bytes', new Binary(Buffer.from([0, 1, 2]), 0)],
  ['id', new ObjectId()],
  ['yes', true],
  ['date', new Date('2026-11-21T00:00:00Z')],
  ['nothing', null],
  ['int', int32(7)],
  ['long', 9_007_199_254_740_993n],
  ['日本', 'name'],
];
const whole: Doc = new Map(values);
const names = [...whole.keys()];

it.each<[string, string[]]>([
  ['nothing', []],
  ['what is not there', ['other', 'tex', 'texts']],
  ...names.map((name): [string, string[]] => [name, [name]]),
  ['the first and the last', [names[0]!, names.at(-1)!]],
  ['every second', names.filter((_name, index) => index % 2 === 0)],
  ['everything', names],
])('leaves out %s without decoding', (_what, unwanted) => {
  const left: Doc = new Map([...whole].filter(([name]) => !unwanted.includes(name)));
  const bytes = cutFields(
    encodeDocument(whole),
    unwanted.map((name) => Buffer.from(name)),
    false,
  );
  expect(bytes.equals(encodeDocument(left))).toBe(true);
  expect([...decodeDocument(bytes).keys()]).toEqual([...left.keys()]);
});

it('takes no memory of the size of what it leaves out', () => {
  const large = encodeDocument(
    new Map([
      ['text', 'x'.repeat(1_000_000)],
      ['name', 'y'],
    ]),
  );
  const bytes = cutFields(large, [Buffer.from('name')], true);
  expect(bytes.buffer.byteLength).toBeLessThan(100_000);
});

it('returns a copy of the bytes', () => {
  const stored = encodeDocument(whole);
  const copy = cutFields(stored, [], false);
  const before = Buffer.from(copy);
  stored.fill(0);
  expect(copy.equals(before)).toBe(true);
});
