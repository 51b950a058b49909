import { Injectable, Logger } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import type { ServiceExtension } from '@engawa/service-kit';
import { TaskRepository } from '../task/task.repository';
import { figuresFor, figuresOf, type Figures } from './count.rules';

/** A figure is kept no longer, in ms, whatever was heard. */
const CACHE_TTL_MS = 60_000;

interface Kept {
  at: number;
  figures: Promise<Figures>;
}

/**
 * Figures of the task views' column heads. They are counted from an index and kept until a task of
 * the space changes, here or in another replica: every replica follows all events. Figures that are
 * only added to would go wrong where an event is applied late or twice.
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
    // Events may come up later than the service; until then nothing is kept.
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

  /** A task of the space was written here: whoever asks next sees it. */
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
