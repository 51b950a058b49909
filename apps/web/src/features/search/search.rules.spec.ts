import {
  addressOf,
  criteriaOf,
  hasFilters,
  isSearch,
  highlightedParts,
  readSearchAddress,
  showsSaved,
  searchArgsOf,
  shownMemo,
  writeSearchAddress,
} from './search.rules';

describe('the address of a search', () => {
  it('can be shared: it reads what it wrote', () => {
    const params = new URLSearchParams(
      'q=空調&page=3&kind=post&staff=s1&member=m1&with=m2&label=businessIssue&status=done&issue=open&from=2026-11-01&until=2026-11-20&saved=x1',
    );
    const address = readSearchAddress(params);
    expect(writeSearchAddress(address).toString()).toBe(params.toString());
    expect(isSearch(address)).toBe(true);
  });

  it('takes nonsense as absent', () => {
    const address = readSearchAddress(
      new URLSearchParams('page=-1&status=later&issue=closed&from=2026-13-45&until=x'),
    );
    expect(address).toMatchObject({ page: 1, status: '', issue: '', from: '', until: '' });
    expect(isSearch(address)).toBe(false);
    const days = readSearchAddress(new URLSearchParams('from=2026-02-30&until=0999-01-01'));
    expect(days).toMatchObject({ from: '', until: '' });
  });

  it('has filters only beside the words', () => {
    const filtered = (query: string) => hasFilters(readSearchAddress(new URLSearchParams(query)));
    expect(filtered('q=空調&page=2&saved=x1')).toBe(false);
    expect(filtered('q=空調&with=m2')).toBe(true);
  });

  it('includes the last day whole', () => {
    const address = readSearchAddress(new URLSearchParams('from=2026-02-28&until=2026-02-28'));
    const args = searchArgsOf(address, (day) => `${day}T00:00:00.000Z`);
    expect(args).toMatchObject({
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });
});

describe('a saved search', () => {
  const address = readSearchAddress(
    new URLSearchParams('q=空調&page=2&member=m1&with=m2&label=none&issue=solved&until=2026-11-20'),
  );
  const saved = {
    ...{ id: 's1', version: 1, displayName: 'x', createdAt: '', updatedAt: '' },
    criteria: criteriaOf(address),
  };

  it('leads to the address that it was made of, at its first page', () => {
    expect(addressOf(saved)).toEqual({ ...address, page: 1, saved: 's1' });
  });

  it('is shown on whatever page, until a filter changes', () => {
    expect(showsSaved(address, saved)).toBe(true);
    expect(showsSaved({ ...address, page: 7, q: ' 空調 ' }, saved)).toBe(true);
    expect(showsSaved({ ...address, with: '' }, saved)).toBe(false);
    expect(showsSaved({ ...address, status: 'done' }, saved)).toBe(false);
  });
});

describe('highlights', () => {
  it('cuts a text at the found places, also where they overlap', () => {
    expect(
      highlightedParts('空調が寒い', [
        { start: 3, end: 5 },
        { start: 0, end: 2 },
        { start: 1, end: 2 },
      ]),
    ).toEqual([
      { text: '空調', found: true },
      { text: 'が', found: false },
      { text: '寒い', found: true },
    ]);
  });

  it('stay at their words where blank lines before them are not shown', () => {
    const memo = '\n\n空調が寒い\n\n';
    const shown = shownMemo({ memo, highlights: [{ start: 5, end: 7 }] });
    expect(shown.text).toBe('空調が寒い');
    expect(highlightedParts(shown.text, shown.highlights)).toEqual([
      { text: '空調が', found: false },
      { text: '寒い', found: true },
    ]);
  });

  it('survives ranges beyond the text', () => {
    expect(highlightedParts('短い', [{ start: 1, end: 99 }])).toEqual([
      { text: '短', found: false },
      { text: 'い', found: true },
    ]);
  });
});
