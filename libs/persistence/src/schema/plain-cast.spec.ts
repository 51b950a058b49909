import { createConnection, Schema } from 'mongoose';
import { defineSchema, type SpaceDocument } from './define-schema';
import { plainCast } from './plain-cast';

const { Mixed } = Schema.Types;
const { schema } = defineSchema<SpaceDocument>({
  collection: 'things',
  fields: {
    name: { type: String, required: true },
    note: { type: String, default: '' },
    rank: Number,
    at: { type: Date, default: null },
    open: Boolean,
    tags: [String],
    marks: { type: [String], default: undefined },
    list: [Mixed],
    extra: Mixed,
    kind: { type: String, enum: ['one', 'other'] },
    lower: { type: String, lowercase: true },
    inner: { type: new Schema({ text: String }, { _id: false }) },
  },
});
const Model = createConnection().model('things', schema);
const cast = plainCast(schema);

const at = new Date('2026-11-21T00:00:00Z');
const whole = {
  _id: 'engawa/a',
  id: 'a',
  space: 'engawa',
  version: 1,
  createdAt: at,
  updatedAt: at,
  name: '名前',
  note: '',
  at: null,
  tags: ['x'],
  list: [{ deep: [1, { at }] }, 'text', null],
};

async function byMongoose(document: object): Promise<unknown> {
  const made = new Model(document);
  await made.validate();
  return made.toObject();
}

it.each<[string, object]>([
  ['all that is needed', whole],
  [
    'everything',
    { ...whole, rank: 1.5, open: false, marks: [], extra: { a: { b: at } }, kind: 'one' },
  ],
  ['null where nothing is required', { ...whole, rank: null, extra: null, kind: null }],
  ['undefined as absent', { ...whole, rank: undefined, extra: { a: undefined, b: 1 } }],
  ['unpublished events', { ...whole, pendingEvents: [{ id: 'e', data: { at: 'text' } }] }],
])('stores %s as mongoose does', async (_what, document) => {
  const stored = cast({ ...document });
  expect(stored).not.toBeNull();
  expect(stored).toEqual(await byMongoose(document));
});

it('shares nothing that its caller may change', () => {
  const list = [{ deep: ['a'] }];
  const stored = cast({ ...whole, list })!;
  list[0]!.deep.push('b');
  expect(stored['list']).toEqual([{ deep: ['a'] }]);
});

it.each<[string, object]>([
  ['another type', { ...whole, rank: '7' }],
  ['no date', { ...whole, at: '2026-11-21' }],
  ['an invalid date', { ...whole, at: new Date('no') }],
  ['an empty text that is required', { ...whole, name: '' }],
  ['null that is required', { ...whole, name: null }],
  ['an unknown field', { ...whole, other: 1 }],
  ['a list with another type', { ...whole, tags: [1] }],
  ['a version below 1', { ...whole, version: 0 }],
  ['a value outside of its enumeration', { ...whole, kind: 'none' }],
  ['a missing default', { ...whole, note: undefined }],
  ['a missing list', { ...whole, tags: undefined }],
  ['a path with a setter', { ...whole, lower: 'ABC' }],
  ['a nested schema', { ...whole, inner: { text: 'a' } }],
])('leaves %s to mongoose', (_what, document) => {
  expect(cast({ ...document })).toBeNull();
});
