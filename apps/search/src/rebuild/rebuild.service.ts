import { Injectable, Logger } from '@nestjs/common';
import type { DataOf, events, SearchRebuild } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { BackgroundJob } from '@engawa/service-kit';
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
/**
 * Interval of the search for rebuilds left by other replicas, a crash, or a timeline that did not
 * answer.
 */
const POLL_INTERVAL_MS = 5_000;

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
export class RebuildService extends BackgroundJob {
  private readonly logger = new Logger('RebuildService');
  constructor(
    private readonly rebuilds: RebuildRepository,
    private readonly entries: EntryRepository,
    private readonly index: EntryIndex,
    private readonly service: EntryService,
    private readonly learning: NameLearningService,
    private readonly bus: EventBus,
    private readonly figures: InsightFigures,
  ) {
    super({ name: 'SearchRebuild', intervalMs: POLL_INTERVAL_MS });
  }

  /** Starts a rebuild, or returns the running one. */
  async begin(space: string): Promise<SearchRebuild> {
    const begun = await this.rebuilds.begin(space, new Date());
    this.wake();
    return toRebuild(begun);
  }

  async get(space: string): Promise<SearchRebuild> {
    return toRebuild(await this.rebuilds.findOfSpace(space));
  }

  protected async round(signal: AbortSignal): Promise<boolean> {
    let more = false;
    for (const rebuild of await this.rebuilds.findRunning()) {
      if (signal.aborted) return false;
      try {
        await this.runPhaseStep(rebuild);
        more = true;
      } catch (error) {
        // The timeline does not answer; the next round asks again.
        this.logger.warn(`${rebuild.space}: ${String(error)}`);
      }
    }
    return more;
  }

  private async runPhaseStep(rebuild: RebuildDocument): Promise<void> {
    const { phase, after } = rebuild;
    const { count, next } = await this.work(rebuild.space, phase, after);
    const following = next === null ? nextPhase[phase] : phase;
    await this.rebuilds.note(rebuild, {
      checked: rebuild.checked + count,
      after: next,
      phase: following ?? phase,
      ...(following === null ? { running: false, finishedAt: new Date() } : {}),
    });
  }

  private work(space: string, phase: RebuildPhase, after: string | null) {
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
    state: document.running ? 'running' : 'done',
    checked: document.checked,
    startedAt: document.startedAt.toISOString(),
    finishedAt: document.finishedAt?.toISOString() ?? null,
  };
}
