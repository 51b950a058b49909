import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LabelHint, ListLabelHintsAnswer } from '@engawa/contracts';
import { RecentReads } from '../recent-reads/recent-reads';
import { NameRepository } from '../name/name.repository';
import { LabelHintCounter } from './label-hint.rules';
import { LabelHintRepository } from './label-hint.repository';

/** Hints change with hundreds of posts, not with one. */
const TTL_MS = 10 * 60_000;
const MAX_SPACES = 200;
/** Newest posts and comments that hints are learned from. */
const LEARNED_FROM = 1_000;
/** Texts counted at once, about a millisecond of the event loop. */
const SLICE = 50;

/** Learns from the newest posts of a space which words stand for which label. */
@Injectable()
export class LabelHintService {
  private readonly reads = new RecentReads<LabelHint[]>({ ttlMs: TTL_MS, most: MAX_SPACES });

  constructor(
    private readonly entries: LabelHintRepository,
    private readonly names: NameRepository,
  ) {}

  /** At most ten minutes old. */
  async list(space: string): Promise<ListLabelHintsAnswer> {
    const known = this.reads.get(space);
    const hints = known ?? this.learn(space);
    if (!known) this.reads.keep(space, hints);
    return { items: await hints };
  }

  private async learn(space: string): Promise<LabelHint[]> {
    const entries = await this.entries.findNewest(space, LEARNED_FROM);
    const memberOf = await this.names.findShownMembers(
      space,
      entries.flatMap(({ memberIds }) => memberIds),
    );
    const counter = new LabelHintCounter();
    for (const [at, { memo, labelIds, memberIds }] of entries.entries()) {
      const names = memberIds.flatMap((id) => {
        const member = memberOf(id);
        return member ? [member.familyName, member.firstName] : [];
      });
      counter.add({ memo, labelIds, names });
      if (at % SLICE === SLICE - 1) await nextTurn();
    }
    return counter.hints();
  }
}
