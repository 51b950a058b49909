import { isWish, piecesOf, readSearchAddress, wishOf, writeSearchAddress } from './search.rules';

describe('the address of a search', () => {
  it('can be shared: it reads what it wrote', () => {
    const params = new URLSearchParams(
      'q=空調&page=3&kind=post&staff=s1&member=m1&label=businessIssue&status=done&from=2026-11-01&until=2026-11-20',
    );
    const address = readSearchAddress(params);
    expect(writeSearchAddress(address).toString()).toBe(params.toString());
    expect(isWish(address)).toBe(true);
  });

  it('takes nonsense as absent', () => {
    const address = readSearchAddress(
      new URLSearchParams('page=-1&status=later&from=2026-13-45&until=x'),
    );
    expect(address).toMatchObject({ page: 1, status: '', from: '', until: '' });
    expect(isWish(address)).toBe(false);
  });

  it('includes the last day whole', () => {
    const address = readSearchAddress(new URLSearchParams('from=2026-02-28&until=2026-02-28'));
    const wish = wishOf(address, (day) => `${day}T00:00:00.000Z`);
    expect(wish).toMatchObject({
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });
});

describe('highlights', () => {
  it('cuts a text at the found places, also where they overlap', () => {
    expect(
      piecesOf('空調が寒い', [
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

  it('survives ranges beyond the text', () => {
    expect(piecesOf('短い', [{ start: 1, end: 99 }])).toEqual([
      { text: '短', found: false },
      { text: 'い', found: true },
    ]);
  });
});
