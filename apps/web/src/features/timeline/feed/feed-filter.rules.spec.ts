import { readFilter, writeFilter } from '../../../shared/address/filter-address';
import { feedFilterOf, passesFilter } from './feed-filter.rules';
import { postOf } from '../post/post.fixture';

const utc = (day: string) => `${day}T00:00:00.000Z`;
const filterOf = (search: string) => feedFilterOf(readFilter(new URLSearchParams(search)), utc);

describe('the filter of the timeline', () => {
  it('reads what it wrote', () => {
    const search = 'unsolved=1&task=1&label=l1&staff=s1&member=m1&from=2026-11-01&until=2026-11-21';
    expect(writeFilter(readFilter(new URLSearchParams(search)))).toBe(search);
  });

  it('ignores what is no filter', () => {
    expect(filterOf('from=yesterday&until=2026-13-40&label=$ne&write')).toBeUndefined();
  });

  it.each([
    ['solved', 'closed'],
    ['unsolved', 'open'],
    ['unsolved&solved', 'open'],
  ])('%s asks the API for %s issues', (search, issue) => {
    expect(filterOf(search)?.query).toEqual({ issue });
  });

  it('asks the API for whole days', () => {
    expect(filterOf('from=2026-11-01&until=2026-11-21')?.query).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    });
  });

  it.each([
    ['unsolved', { issue: null }, false],
    ['unanswered', { commentCount: 0 }, true],
    ['unanswered', { commentCount: 1 }, false],
    ['task', { task: null }, false],
    ['mustRead', { mustRead: true }, true],
    ['mustRead', { mustRead: false }, false],
    ['label=l1', { labelIds: ['l1', 'l2'] }, true],
    ['label=l1', { labelIds: [] }, false],
    ['staff=s1', { ownerId: 's2' }, false],
    ['member=m-sato', {}, true],
    ['member=m-suzuki', {}, false],
    ['from=2026-11-02', { talkedAt: '2026-11-01T23:59:59.999Z' }, false],
    ['until=2026-11-01', { talkedAt: '2026-11-01T23:59:59.999Z' }, true],
    ['until=2026-11-01', { talkedAt: '2026-11-02T00:00:00.000Z' }, false],
  ] as const)('%s of %o: %s', (search, change, passes) => {
    const post = postOf({
      ...change,
      labelIds: [...('labelIds' in change ? change.labelIds : [])],
    });
    expect(passesFilter(filterOf(search)!, post)).toBe(passes);
  });
});
