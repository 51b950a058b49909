import { cutFields, decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { doc, int32, type Doc } from '../bson/bson-value';
import { compileProjection, plainFields } from './projection';

const stored = encodeDocument(
  doc({ _id: 'a', text: '縁側', grams: ['縁', '側'], inner: doc({ deep: int32(1) }), rank: 2.5 }),
);
const whole = (specification: Doc) => compileProjection(specification)(decodeDocument(stored));

it.each<[string, Doc]>([
  ['one', doc({ grams: int32(0) })],
  ['several', doc({ _id: int32(0), text: false, rank: 0n, missing: 0 })],
  ['_id alone', doc({ _id: int32(0) })],
])('leaves out %s by copying bytes', (_what, specification) => {
  const { names, keeps } = plainFields(specification)!;
  const bytes = cutFields(stored, names, keeps);
  expect(keeps).toBe(false);
  expect(bytes.equals(encodeDocument(whole(specification)))).toBe(true);
});

it.each<[string, Doc]>([
  ['some with _id', doc({ rank: int32(1), text: true })],
  ['some without _id', doc({ _id: int32(0), inner: 1, missing: 1n })],
  ['the last', doc({ _id: 1, rank: true })],
  ['nothing that is there', doc({ _id: false, missing: 1 })],
])('lets in %s by copying bytes', (_what, specification) => {
  const { names, keeps } = plainFields(specification)!;
  const bytes = cutFields(stored, names, keeps);
  expect(keeps).toBe(true);
  expect(bytes.equals(encodeDocument(whole(specification)))).toBe(true);
});

it.each<[string, Doc]>([
  ['a path', doc({ 'inner.deep': int32(1) })],
  ['an expression', doc({ copy: '$text' })],
  ['only _id', doc({ _id: int32(1) })],
])('decodes all for %s', (_what, specification) => {
  expect(plainFields(specification)).toBeNull();
});

it('does not copy for letting in and leaving out at once', () => {
  expect(plainFields(doc({ _id: int32(0), text: int32(1) }))?.keeps).toBe(true);
  expect(plainFields(doc({ text: int32(0), rank: int32(1) }))).toBeNull();
});
