import { customSortKeys, customSortRange, freeSlot } from './custom-field-sort.rules';
import type { StoredCustomField } from './custom-field.rules';

const field = (more: Partial<StoredCustomField>): StoredCustomField => ({
  ...{ id: 'f', name: 'F', kind: 'number', choices: [], version: 1, slot: 0 },
  ...more,
});
const keyOf = (one: StoredCustomField, value: string | number) =>
  customSortKeys([one], { [one.id]: value })['s0']!;

describe('keys that sort members by a custom field', () => {
  it('sort numbers as numbers', () => {
    const numbers = [-1e15, -20, -3.5, -0, 0.25, 2, 10, 1e15];
    const keys = numbers.map((value) => keyOf(field({}), value));
    expect([...keys].sort()).toEqual(keys);
  });

  it('sort texts whatever their spelling, and lie in the range of their field', () => {
    const text = field({ kind: 'text' });
    expect(keyOf(text, 'ﾛｯｶｰ')).toBe(keyOf(text, 'ろっかー'));
    const { $gt, $lt } = customSortRange(text);
    const key = keyOf(text, '\uffff棚');
    expect(key > $gt && key < $lt).toBe(true);
    const next = keyOf(field({ id: 'g', kind: 'text' }), 'あ');
    expect(next > $gt && next < $lt).toBe(false);
  });

  it('leave out values that their field no longer has', () => {
    expect(customSortKeys([field({ kind: 'choice' })], { f: 'gone', h: 'x' })).toEqual({});
  });

  it('have a slot for each field of a space', () => {
    expect(freeSlot([field({ slot: 0 }), field({ slot: 2 })])).toBe(1);
  });
});
