import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TaskRepair } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { EventBus } from '@engawa/events';
import { TaskRepository } from '../task/task.repository';
import { stateOf } from '../task/task.mapper';
import type { SourceChange } from '../task/task.rules';
import type { TaskDocument } from '../task/task.schema';
import { TaskSyncService } from '../task/task-sync.service';
import {
  differenceOf,
  sourceChangeOf,
  sourcesAnswer,
  type Difference,
  type Source,
} from './repair.rules';

const BATCH_SIZE = 100;
const ANSWER_TIMEOUT_MS = 10_000;
const kinds = ['post', 'comment'] as const;
type Kind = (typeof kinds)[number];

/**
 * Finds and repairs drift between timeline and tasks (TSK-4). Differences are checked again after a
 * pause, so that events in flight do not count as drift: all figures are zero on a healthy system,
 * also under load.
 */
@Injectable()
export class RepairService {
  /** Waits for longer than an event takes. */
  pause: () => Promise<void> = () => sleep(1_500);

  constructor(
    private readonly tasks: TaskRepository,
    private readonly sync: TaskSyncService,
    private readonly bus: EventBus,
    private readonly directory: Directory,
  ) {}

  /** Checks a whole space; with `mend` false it only reports. */
  async repair(space: string, mend = true): Promise<TaskRepair> {
    const report = { checked: 0, missing: 0, different: 0, orphaned: 0 };
    for (const kind of kinds) {
      const suspects = await this.suspectsOf(space, kind, report);
      if (suspects.length === 0) continue;
      await this.pause();
      for (let at = 0; at < suspects.length; at += BATCH_SIZE) {
        await this.judge(space, kind, suspects.slice(at, at + BATCH_SIZE), report, mend);
      }
    }
    return report;
  }

  /** All spaces: those with tasks, and those that may have lost them. */
  async listSpaces(): Promise<string[]> {
    const found = await Promise.all([this.tasks.findSpaces(), this.directory.listSpaces()]);
    return [...new Set(found.flat())].sort();
  }

  /** Ids that seem to differ, from both sides. */
  private async suspectsOf(space: string, kind: Kind, report: TaskRepair): Promise<string[]> {
    const suspects = new Set<string>();
    const known = new Set<string>();
    for (let after: string | null = null; ;) {
      const { items, next } = await this.ask({ space, kind, after });
      const states = await this.statesOf(space, items);
      for (const source of items) {
        known.add(source.id);
        report.checked += 1;
        if (differenceOf(states.get(source.id) ?? null, sourceChangeOf(source)))
          suspects.add(source.id);
      }
      if (next === null) break;
      after = next;
    }
    for (let after: string | null = null; ;) {
      const page: TaskDocument[] = await this.tasks.findAfterId(space, after, BATCH_SIZE);
      for (const { id, column, commentId } of page) {
        const own = (commentId === null) === (kind === 'post');
        if (own && column !== null && !known.has(id)) {
          report.checked += 1;
          suspects.add(id);
        }
      }
      const last = page.at(-1);
      if (!last || page.length < BATCH_SIZE) break;
      after = last.id;
    }
    return [...suspects];
  }

  private async judge(
    space: string,
    kind: Kind,
    ids: string[],
    report: TaskRepair,
    mend: boolean,
  ): Promise<void> {
    const { items } = await this.ask({ space, kind, ids });
    const news = new Map(items.map((source) => [source.id, sourceChangeOf(source)]));
    for (const document of await this.tasks.findByIds(space, ids)) {
      if (!news.has(document.id)) news.set(document.id, deletedSource(document));
    }
    const states = await this.statesOf(space, [...news.values()]);
    for (const said of news.values()) {
      const drift: Difference | null = differenceOf(states.get(said.id) ?? null, said);
      if (!drift) continue;
      report[drift] += 1;
      if (mend) await this.sync.reconcile(said, { space, actor: null, at: new Date() });
    }
  }

  private async statesOf(space: string, sources: readonly { id: string }[]) {
    const found = await this.tasks.findByIds(
      space,
      sources.map(({ id }) => id),
    );
    return new Map(found.map((document) => [document.id, stateOf(document)]));
  }

  private async ask(question: {
    space: string;
    kind: Kind;
    after?: string | null;
    ids?: string[];
  }): Promise<{ items: Source[]; next: string | null }> {
    const items: Source[] = [];
    let ids = question.ids;
    for (;;) {
      const answer = sourcesAnswer.parse(
        await this.bus.ask<unknown>(
          'timeline.findTaskSources',
          { ...question, ids },
          { timeoutMillis: ANSWER_TIMEOUT_MS },
        ),
      );
      items.push(...answer.items);
      if (!ids || answer.next === null) return { items, next: ids ? null : answer.next };
      // Long memos: ask for the remaining ids separately.
      const had = new Set(items.map(({ id }) => id));
      const rest: string[] = ids.filter((id) => !had.has(id));
      if (rest.length === ids.length) return { items, next: null };
      ids = rest;
    }
  }
}

/** The timeline no longer knows it: it was deleted long ago. */
function deletedSource({ id, postId, commentId, source }: TaskDocument): SourceChange {
  return { id, postId, commentId, version: source.version + 1, gone: true };
}
