import { Injectable } from '@nestjs/common';
import { BackgroundJob } from '@engawa/service-kit';
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
export class ReminderService extends BackgroundJob {
  constructor(private readonly tasks: TaskRepository) {
    super({ name: 'Reminder', intervalMs: 1_000 });
  }

  protected async round(): Promise<void> {
    await this.remindDue();
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
