import { RANKING_SIZE } from '@engawa/contracts';
import type { Standing } from './ranking.repository';

/** Places in which a change matters: the ring wearers, plus room for excluded staff. */
const COMPARED_PLACES = RANKING_SIZE + 7;
const TTL_MS = 5_000;
const MAX_MONTHS = 1_000;

interface CachedMonth {
  posts: Promise<Map<string, number>>;
  /** The first places as last read or changed. */
  first: string | null;
  until: number;
}

/**
 * Standings of spaces and months, kept for some seconds, so that a post does not read them to find
 * out whether it changes the first places. Posts of other replicas are seen at the next read.
 */
export class StandingsCache {
  private readonly months = new Map<string, CachedMonth>();

  constructor(
    private readonly read: (space: string, month: string) => Promise<Standing[]>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Adds posts of a staff member to the cached standings; call before they are stored. Returns
   * whether the first places change, by these posts or by others since the previous read.
   */
  async add(space: string, month: string, { staffId, post }: Standing): Promise<boolean> {
    const key = `${month} ${space}`;
    const cached = this.months.get(key);
    const current = cached && cached.until > this.now() ? cached : this.load(key, space, month);
    const posts = await current.posts;
    const before = cached ? cached.first : firstOf(posts);
    posts.set(staffId, (posts.get(staffId) ?? 0) + post);
    current.first = firstOf(posts);
    return before !== null && current.first !== before;
  }

  private load(key: string, space: string, month: string): CachedMonth {
    if (this.months.size >= MAX_MONTHS) this.months.clear();
    const posts = this.read(space, month).then(
      (standings) => new Map(standings.map(({ staffId, post }) => [staffId, post])),
    );
    const loaded: CachedMonth = { posts, first: null, until: this.now() + TTL_MS };
    this.months.set(key, loaded);
    posts.catch(() => {
      if (this.months.get(key) === loaded) this.months.delete(key);
    });
    return loaded;
  }
}

function firstOf(posts: ReadonlyMap<string, number>): string {
  return [...posts]
    .filter(([, post]) => post > 0)
    .sort(([leftId, left], [rightId, right]) => right - left || (leftId < rightId ? -1 : 1))
    .slice(0, COMPARED_PLACES)
    .map(([staffId]) => staffId)
    .join();
}
