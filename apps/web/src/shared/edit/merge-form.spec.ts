import { mergeForm } from './merge-form';

describe('a form whose record somebody else changed meanwhile', () => {
  const base = { memo: '元', labelIds: ['a'], task: null as object | null };

  it('takes what was changed there and keeps what was written here', () => {
    const mine = { ...base, memo: '私' };
    const theirs = { ...base, labelIds: ['a', 'b'], task: { status: 'done' } };
    expect(mergeForm(base, mine, theirs)).toEqual({
      form: { memo: '私', labelIds: ['a', 'b'], task: { status: 'done' } },
      conflicts: [],
    });
  });

  it('keeps its own where both changed the same, and says so', () => {
    const mine = { ...base, memo: '私', labelIds: ['b'] };
    const theirs = { ...base, memo: '相手', labelIds: ['b'] };
    expect(mergeForm(base, mine, theirs)).toEqual({ form: mine, conflicts: ['memo'] });
  });

  it('takes everything where nothing was touched here', () => {
    const theirs = { memo: '相手', labelIds: [], task: {} };
    expect(mergeForm(base, base, theirs)).toEqual({ form: theirs, conflicts: [] });
  });
});
