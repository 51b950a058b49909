import { createConnection } from 'mongoose';
import { z } from 'zod';
import { ValidationError } from '../persistence.errors';
import { defineStore, type DocumentOf } from './define-store';
import { bytes, listOf, nested, orNull, text, unvalidated } from './shape';

const thingStore = defineStore({
  collection: 'things',
  shape: {
    name: text,
    note: z.string().default(''),
    rank: z.number().optional(),
    at: orNull(z.date()),
    seenAt: orNull(z.date()).optional(),
    open: z.boolean(),
    tags: listOf(z.string()),
    marks: z.array(z.string()).optional(),
    kind: z.enum(['one', 'other']),
    list: listOf(nested({ deep: z.number() })),
    extra: unvalidated<{ deep: number }>(),
    picture: bytes.optional(),
  },
});
type Thing = DocumentOf<typeof thingStore>;

const at = new Date('2026-11-21T00:00:00Z');
const given = {
  _id: 'engawa/a',
  id: 'a',
  space: 'engawa',
  version: 1,
  createdAt: at,
  updatedAt: at,
  name: '名前',
  open: false,
  kind: 'one',
  extra: { deep: 1 },
};
const defaults = { note: '', at: null, seenAt: null, tags: [], list: [] };

describe('an inserted document', () => {
  it('gets the defaults of fields that are absent', () => {
    expect(thingStore.parse(given)).toEqual({ ...given, ...defaults });
  });

  it('keeps what is given', () => {
    const whole: Thing = {
      ...given,
      ...{ kind: 'other', note: 'n', rank: 0, at, seenAt: at, tags: ['a'], marks: [] },
      list: [Object.assign({ deep: 1 }, { undeclared: 1 })],
      picture: new Uint8Array([1]),
    };
    const pendingEvents = [{ id: 'e', data: { at: 'text' } }];
    expect(thingStore.parse({ ...whole, pendingEvents })).toEqual({ ...whole, pendingEvents });
  });

  it('shares no default with another one', () => {
    thingStore.parse(given).tags.push('a');
    expect(thingStore.parse(given).tags).toEqual([]);
  });

  it.each<[string, object]>([
    ['a value of another type', { open: 'yes' }],
    ['a date as a text', { at: '2026-11-21' }],
    ['an invalid date', { at: new Date('no') }],
    ['an empty text that is required', { name: '' }],
    ['null that is required', { name: null }],
    ['a missing value', { extra: undefined }],
    ['an unknown field', { other: 1 }],
    ['a nested value of another type', { list: [{ deep: '1' }] }],
    ['a list with another type', { tags: [1] }],
    ['a version below 1', { version: 0 }],
    ['a value outside of its enumeration', { kind: 'none' }],
  ])('is refused for %s', (_what, change) => {
    expect(() => thingStore.parse({ ...given, ...change })).toThrow(ValidationError);
  });
});

describe('the model', () => {
  const Model = createConnection().model('things', thingStore.schema);

  it('gives an upserted document the same defaults', () => {
    expect(new Model(given).toObject()).toEqual({ ...given, ...defaults });
  });

  it.each<[string, string]>([
    ['name', 'String'],
    ['kind', 'String'],
    ['rank', 'Number'],
    ['version', 'Number'],
    ['at', 'Date'],
    ['seenAt', 'Date'],
    ['open', 'Boolean'],
    ['tags', 'Array'],
    ['list', 'Array'],
    ['extra', 'Mixed'],
    ['picture', 'Buffer'],
  ])('casts %s as %s', (field, type) => {
    expect(thingStore.schema.path(field).instance).toBe(type);
  });

  it('casts the elements of a list', () => {
    expect(Model.castObject({ ...given, tags: [1] }).tags).toEqual(['1']);
  });
});
