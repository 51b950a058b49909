import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type ServiceExtension } from '@engawa/service-kit';
import { fieldsOf, remindedEventsOf, stateOf } from './task.mapper';
import { TaskRepository } from './task.repository';
import { applyReminded } from './task.rules';

const BATCH_SIZE = 100;

/**
 * Sends reminders of due dates (TSK-3). The time is in the task's document and is cleared by the
 * write that carries the event, so that a reminder is sent once despite crashes and replicas;
 * missed ones are sent first after a restart.
 */
@Injectable()
export class ReminderService implements ServiceExtension, OnApplicationBootstrap {
  private readonly loop = new BackgroundLoop({
    name: 'Reminder',
    intervalMs: 1_000,
    round: async () => void (await this.remindDue()),
  });

  constructor(private readonly tasks: TaskRepository) {}

  /** Not earlier: only now the database is open and has the index. */
  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeClose(): Promise<void> {
    return this.loop.stop();
  }

  /** Sends due reminders; returns how many. */
  async remindDue(now = new Date()): Promise<number> {
    let sent = 0;
    for (;;) {
      const waking = await this.tasks.findWaking(now, BATCH_SIZE);
      for (const { space, id } of waking) {
        const result = await this.tasks.change(space, id, (document, next) => {
          if (!document.wakeAt || document.wakeAt > now) return null;
          const state = applyReminded(stateOf(document));
          const context = { space, actor: null, at: next.at };
          return { set: fieldsOf(state), events: remindedEventsOf(state, context) };
        });
        if (result?.changed) sent += 1;
      }
      if (waking.length < BATCH_SIZE) return sent;
    }
  }
}
