import { Injectable } from '@nestjs/common';
import type { DataOf, events, SearchRebuild } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { entryOf } from '../entry/entry.mapper';
import { EntryIndex } from '../entry/entry-index.service';
import { EntryRepository } from '../entry/entry.repository';
import { EntryService } from '../entry/entry.service';
import { InsightFigures } from '../insight/insight-figures.service';
import { NameLearningService } from '../name/name-learning.service';
import { RebuildRepository } from './rebuild.repository';
import type { RebuildDocument, RebuildPhase } from './rebuild.schema';

/** Entries per step. */
const BATCH_SIZE = 100;
/** Interval of the search for rebuilds that other replicas or a crash left. */
const POLL_INTERVAL_MS = 5_000;
/** One step at a time in a process; the spaces take turns. */
const LIMITS = { total: 1, perSpace: 1, perLane: 1 };

interface TimelineSource {
  id: string;
  version: number;
  deleted: boolean;
  facts: DataOf<typeof events.postCreated>;
}
interface TimelineSourcePage {
  items: TimelineSource[];
  next: string | null;
}

const nextPhase: Record<RebuildPhase, RebuildPhase | null> = {
  post: 'comment',
  comment: 'entries',
  entries: 'index',
  index: null,
};

/**
 * Rebuilds the index of a space while it is in use (SRC-3): stores what the timeline has, with the
 * names it needs; removes what the timeline no longer knows; then indexes all texts again. Figures
 * and radar data follow as with any change. New posts arrive by events meanwhile.
 */
@Injectable()
export class RebuildService extends WorkProcessor<RebuildDocument> {
  constructor(
    private readonly rebuilds: RebuildRepository,
    private readonly entries: EntryRepository,
    private readonly index: EntryIndex,
    private readonly service: EntryService,
    private readonly learning: NameLearningService,
    private readonly bus: EventBus,
    private readonly figures: InsightFigures,
  ) {
    super({
      name: 'search-rebuilds',
      work: rebuilds,
      limits: LIMITS,
      pollMs: POLL_INTERVAL_MS,
    });
  }

  /** Starts a rebuild, or returns the running one. */
  async begin(space: string): Promise<SearchRebuild> {
    const begun = await this.rebuilds.begin(space, new Date());
    this.queue.resume({ space, receiver: '' });
    return toRebuild(begun);
  }

  async get(space: string): Promise<SearchRebuild> {
    return toRebuild(await this.rebuilds.findOfSpace(space));
  }

  /** One batch of a phase. Throws when the timeline does not answer. */
  protected async perform(rebuild: RebuildDocument): Promise<WorkOutcome> {
    const { space, id, phase, after, checked, version } = rebuild;
    const { count, next } = await this.step(space, phase, after);
    const following = next === null ? nextPhase[phase] : phase;
    await this.rebuilds.change(space, id, (current) => {
      // Another replica took the step after the lease had ended.
      if (current.version !== version) return null;
      const progress = { checked: checked + count, after: next };
      if (following !== null) return { set: { ...progress, phase: following } };
      return { set: { ...progress, finishedAt: new Date() }, unset: ['dueAt'] };
    });
    return 'again';
  }

  private step(space: string, phase: RebuildPhase, after: string | null) {
    if (phase === 'entries') return this.removeUnknownEntries(space, after);
    return phase === 'index'
      ? this.buildIndex(space, after)
      : this.copySources(space, phase, after);
  }

  /** Stores posts and comments that are missing or outdated here. */
  private async copySources(space: string, kind: 'post' | 'comment', after: string | null) {
    const { items, next } = await this.askSources({ space, kind, after });
    await this.learnNames(space, items);
    // A rebuild repairs what was lost, which may be the marks of days.
    if (after === null) this.figures.distrustMarks();
    const ids = items.map(({ id }) => id);
    const known = new Map((await this.entries.findByIds(space, ids)).map((one) => [one.id, one]));
    await Promise.all(
      items
        .filter(({ id, version }) => (known.get(id)?.version ?? 0) < version)
        .map((told) => this.upsert(space, told)),
    );
    return { count: items.length, next };
  }

  /** Removes entries that the timeline no longer knows. */
  private async removeUnknownEntries(space: string, after: string | null) {
    const found = await this.entries.findAfterId(space, after, BATCH_SIZE);
    for (const kind of ['post', 'comment'] as const) {
      const ids = found.filter((one) => one.kind === kind && !one.gone).map(({ id }) => id);
      if (ids.length === 0) continue;
      const { items, next } = await this.askSources({ space, kind, ids });
      const known = new Set(items.map(({ id }) => id));
      for (const entry of found) {
        // A truncated answer says nothing about missing entries.
        if (!ids.includes(entry.id) || known.has(entry.id) || next !== null) continue;
        const { id, postId, version } = entry;
        await this.service.remove(space, {
          id,
          kind,
          postId,
          version: version + 1,
          at: new Date(),
        });
      }
    }
    const next = found.length < BATCH_SIZE ? null : found.at(-1)!.id;
    return { count: found.length, next };
  }

  /** Indexes all texts; the current index answers until then. */
  private async buildIndex(space: string, after: string | null) {
    if (after === null) await this.index.rebuild(space);
    const more = await this.index.build(space);
    return { count: 0, next: more ? 'building' : null };
  }

  private askSources(question: {
    space: string;
    kind: 'post' | 'comment';
    after?: string | null;
    ids?: string[];
  }): Promise<TimelineSourcePage> {
    return this.bus.ask<TimelineSourcePage>('timeline.findTaskSources', { ...question, all: true });
  }

  private async upsert(space: string, { version, deleted, facts }: TimelineSource): Promise<void> {
    if (!deleted) {
      await this.service.upsert(space, entryOf(facts, version, new Date()));
      return;
    }
    const { postId, commentId } = facts;
    const kind = commentId === null ? 'post' : 'comment';
    const id = commentId ?? postId;
    await this.service.remove(space, { id, kind, postId, version, at: new Date() });
  }

  private async learnNames(space: string, items: readonly TimelineSource[]): Promise<void> {
    const facts = items.map((told) => told.facts);
    await this.learning.learn(space, {
      staff: unique(facts.map(({ ownerId }) => ownerId)),
      member: unique(facts.flatMap(({ memberIds }) => memberIds)),
      label: unique(facts.flatMap(({ labelIds }) => labelIds)),
    });
  }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter(Boolean);
}

function toRebuild(document: RebuildDocument | null): SearchRebuild {
  if (!document) return { state: 'never', checked: 0, startedAt: null, finishedAt: null };
  return {
    state: document.dueAt ? 'running' : 'done',
    checked: document.checked,
    startedAt: document.startedAt.toISOString(),
    finishedAt: document.finishedAt?.toISOString() ?? null,
  };
}
