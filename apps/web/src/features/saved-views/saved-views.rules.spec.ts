import { readFilter } from '../../shared/address/filter-address';
import { criteriaOf, movedUp, viewPath } from './saved-views.rules';

describe('a saved view', () => {
  it('leads back to the filter that was saved', () => {
    const address = 'unsolved=1&task=1&label=l1&staff=s1&from=2026-11-01&until=2026-11-21';
    const criteria = criteriaOf(readFilter(new URLSearchParams(address)));
    expect(viewPath({ criteria })).toBe(`/?${address}`);
  });

  it('without criteria leads to the whole timeline', () => {
    expect(viewPath({ criteria: criteriaOf(readFilter(new URLSearchParams())) })).toBe('/');
  });

  it('about a member leads to the page of the member', () => {
    const criteria = { ...criteriaOf(readFilter(new URLSearchParams('mustRead'))), memberId: 'm1' };
    expect(viewPath({ criteria })).toBe('/members/m1?mustRead=1');
  });

  it('moves up by one place, and no further than the first', () => {
    expect(movedUp(['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b']);
    expect(movedUp(['a', 'b'], 'a')).toEqual(['a', 'b']);
  });
});
