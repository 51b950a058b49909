import { Injectable, Logger } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import type { ServiceExtension } from '@engawa/service-kit';
import { TaskRepository } from '../task/task.repository';
import { figuresFor, figuresOf, type Figures } from './count.rules';

/** Longest lifetime of cached figures. */
const CACHE_TTL_MS = 60_000;

interface Kept {
  at: number;
  figures: Promise<Figures>;
}

/**
 * Figures of the column headings. Counted from an index and cached until a task of the space
 * changes, here or in another replica: every replica follows all events. Incremented counters would
 * go wrong for late and repeated events.
 */
@Injectable()
export class CountService implements ServiceExtension {
  private readonly logger = new Logger('Counts');
  private readonly kept = new Map<string, Kept>();
  private following = false;
  private stopFollowing: () => void = () => undefined;

  constructor(
    private readonly tasks: TaskRepository,
    private readonly bus: EventBus,
  ) {}

  beforeListen(): void {
    // Events may become available after the start; until then nothing is cached.
    void this.bus
      .follow(
        ({ name, space }) => {
          if (name.startsWith('tasks.task.')) this.forget(space);
        },
        () => this.kept.clear(),
        ['tasks.task'],
      )
      .then(
        (stop) => {
          this.kept.clear();
          this.stopFollowing = stop;
          this.following = true;
        },
        (error: unknown) => this.logger.warn(`Counted at each call: ${String(error)}`),
      );
  }

  beforeClose(): void {
    this.following = false;
    this.stopFollowing();
  }

  /** Call after a task of the space was written. */
  forget(space: string): void {
    this.kept.delete(space);
  }

  /** Figures of one assignee, of `none`, or of all. */
  async read(space: string, assignUserId?: string): Promise<Figures> {
    const figures = await this.figuresOf(space);
    if (assignUserId === undefined) return figures;
    return figuresFor(figures, assignUserId === 'none' ? null : assignUserId);
  }

  private figuresOf(space: string): Promise<Figures> {
    const kept = this.kept.get(space);
    if (kept && this.following && Date.now() - kept.at < CACHE_TTL_MS) return kept.figures;
    const counted: Kept = {
      at: Date.now(),
      figures: this.tasks.countListed(space).then(figuresOf),
    };
    this.kept.set(space, counted);
    counted.figures.catch(() => {
      if (this.kept.get(space) === counted) this.kept.delete(space);
    });
    return counted.figures;
  }
}
