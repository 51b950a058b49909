import type { SavedView } from '@engawa/contracts';
import { readFilter } from '../../shared/address/filter-address';
import { readMembersAddress } from '../../shared/address/members-address';
import { shownMembers } from './member-views.rules';
import { criteriaOf, currentView, movedUp, shownTimeline, viewPath } from './saved-views.rules';

describe('a saved view', () => {
  it('leads back to the filter that was saved', () => {
    const address =
      'unsolved=1&task=1&label=l1&staff=s1&member=m1&from=2026-11-01&until=2026-11-21';
    const criteria = criteriaOf(readFilter(new URLSearchParams(address)));
    expect(viewPath({ criteria })).toBe(`/?${address}`);
  });

  it.each(['open', 'closed'] as const)('of %s issues is read back from its address', (issue) => {
    const criteria = { ...criteriaOf(readFilter(new URLSearchParams())), issue };
    const search = new URL(viewPath({ criteria }), 'http://space').searchParams;
    expect(criteriaOf(readFilter(search))).toEqual(criteria);
    const view = { id: issue, criteria } as SavedView;
    expect(currentView([view], shownTimeline(criteriaOf(readFilter(search))), '/')).toBe(view);
  });

  it('without criteria leads to the whole timeline', () => {
    expect(viewPath({ criteria: criteriaOf(readFilter(new URLSearchParams())) })).toBe('/');
  });

  it('about a member keeps the other criteria', () => {
    const criteria = { ...criteriaOf(readFilter(new URLSearchParams('mustRead'))), memberId: 'm1' };
    expect(viewPath({ criteria })).toBe('/?mustRead=1&member=m1');
  });

  it('of members leads back to filter and order, and is found by what is shown', () => {
    const address = readMembersAddress(new URLSearchParams('type=t1&resigned=1&sort=posts.desc'));
    const shown = shownMembers(address);
    expect(shown.path).toBe('/members?type=t1&resigned=1&sort=posts.desc');
    expect(shownMembers(readMembersAddress(new URLSearchParams())).path).toBe('/members');
    const view = { id: 'v1', memberCriteria: shown.kept.memberCriteria } as SavedView;
    const other = { id: 'v2', memberCriteria: { ...view.memberCriteria, q: '森' } } as SavedView;
    expect(currentView([other, view], shown, '/members?sort=posts.desc&type=t1')).toBe(view);
    expect(currentView([other, view], shown, shown.pathOf(other))).toBe(other);
  });

  it('moves up by one place, and no further than the first', () => {
    expect(movedUp(['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b']);
    expect(movedUp(['a', 'b'], 'a')).toEqual(['a', 'b']);
  });
});
