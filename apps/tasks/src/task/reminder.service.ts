import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { ServiceExtension } from '@engawa/service-kit';
import { fieldsOf, remindedEventsOf, stateOf } from './task.mapper';
import { TaskRepository } from './task.repository';
import { applyReminded } from './task.rules';

const BATCH = 100;

/**
 * Reminds of due dates (TSK-3). The time lies in the task's document and is taken out in the same
 * write that carries the event: whatever stops in between, and however many replicas run, a
 * reminder goes out once, and after a stop those that were missed go out first.
 */
@Injectable()
export class ReminderService implements ServiceExtension {
  private readonly logger = new Logger('Reminder');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** How often the clock is looked at, in ms. */
  everyMillis = 1_000;

  constructor(private readonly tasks: TaskRepository) {}

  beforeListen(): void {
    this.running = this.run();
  }

  async beforeClose(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Sends what is due; answers how many. */
  async remindDue(now = new Date()): Promise<number> {
    let sent = 0;
    for (;;) {
      const waking = await this.tasks.findWaking(now, BATCH);
      for (const { space, id } of waking) {
        const result = await this.tasks.change(space, id, (document, next) => {
          if (!document.wakeAt || document.wakeAt > now) return null;
          const state = applyReminded(stateOf(document));
          const doing = { space, actor: null, at: next.at };
          return { set: fieldsOf(state), events: remindedEventsOf(state, doing) };
        });
        if (result?.changed) sent += 1;
      }
      if (waking.length < BATCH) return sent;
    }
  }

  private async run(): Promise<void> {
    let failing = false;
    while (!this.stopping.signal.aborted) {
      try {
        await this.remindDue();
        failing = false;
      } catch (error) {
        if (!failing) this.logger.warn(`Reminders wait: ${String(error)}`);
        failing = true;
      }
      await sleep(this.everyMillis, undefined, { signal: this.stopping.signal }).catch(
        () => undefined,
      );
    }
  }
}
