import type { Member, MemberImport } from '@engawa/contracts';
import {
  lackingFields,
  mayBeReverted,
  PHOTO_MAX_BYTES,
  photoBatches,
  photoRefusal,
  rowsToWrite,
} from './member-csv.rules';

describe('photoRefusal', () => {
  it('wants png or jpg of bearable size', () => {
    expect(photoRefusal({ name: 'a.JPEG', size: 1 })).toBeNull();
    expect(photoRefusal({ name: 'a.gif', size: 1 })).toBe('not-a-picture');
    expect(photoRefusal({ name: 'a.png', size: PHOTO_MAX_BYTES + 1 })).toBe('too-large');
  });
});

describe('mayBeReverted', () => {
  const job = (state: string, processed: number, add = 0) =>
    ({ state, processed, rows: 500, counts: { add, change: 0 } }) as MemberImport;
  it.each([
    ['a check', job('checked', 500, 500), false],
    ['a run that ended', job('done', 500, 500), true],
    ['a run that wrote nothing', job('done', 500), false],
    ['a run that was stopped', job('cancelled', 250, 250), true],
    ['a run that failed in its first step', job('failed', 0), true],
    ['a check that failed', job('failed', 500), false],
  ])('tells %s', (_what, one, may) => {
    expect(mayBeReverted(one)).toBe(may);
  });
});

describe('photoBatches', () => {
  it('keeps the order and loses none', () => {
    const files = Array.from({ length: 45 }, (_, index) => ({ size: 10, index }));
    const batches = photoBatches(files);
    expect(batches.map((batch) => batch.length)).toEqual([20, 20, 5]);
    expect(batches.flat()).toEqual(files);
  });

  it('splits by size as well', () => {
    const files = Array.from({ length: 6 }, () => ({ size: PHOTO_MAX_BYTES }));
    expect(photoBatches(files).map((batch) => batch.length)).toEqual([4, 2]);
  });
});

describe('rowsToWrite', () => {
  it('counts duplicates only where they are wanted', () => {
    const counts = { add: 3, change: 2, unchanged: 9, duplicate: 4, refused: 1 };
    expect(rowsToWrite({ counts }, false)).toBe(5);
    expect(rowsToWrite({ counts }, true)).toBe(9);
  });
});

describe('lackingFields', () => {
  it('names what only the other has', () => {
    const kept = {
      familyName: '佐藤',
      company: '',
      memo: 'a',
      typeId: null,
      customFields: {},
    } as unknown as Member;
    const other = {
      familyName: '佐藤',
      company: '縁',
      memo: '',
      typeId: 't',
      customFields: { f: 1 },
    } as unknown as Member;
    expect(lackingFields(kept, other)).toEqual(['company', 'typeId', 'customFields']);
  });
});
