import { Injectable } from '@nestjs/common';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { fieldsOf, remindedEventsOf, stateOf } from './task.mapper';
import { TaskRepository } from './task.repository';
import { applyReminded } from './task.rules';
import type { TaskDocument } from './task.schema';

/**
 * Sends reminders of due dates (TSK-3). The time is in the task's document and is cleared by the
 * write that carries the event, so that a reminder is sent once despite crashes and replicas;
 * missed ones are sent first after a restart.
 */
@Injectable()
export class ReminderService extends WorkProcessor<TaskDocument> {
  constructor(private readonly tasks: TaskRepository) {
    super({ name: 'reminders', work: tasks });
  }

  protected async perform({ space, id, wakeAt }: TaskDocument): Promise<WorkOutcome> {
    const result = await this.tasks.change(space, id, (document, next) => {
      // A change of the task meanwhile has set the time again.
      if (document.wakeAt?.getTime() !== wakeAt?.getTime()) return null;
      const state = applyReminded(stateOf(document));
      const context = { space, actor: null, at: next.at };
      return { set: fieldsOf(state), events: remindedEventsOf(state, context) };
    });
    return result?.changed ? 'done' : 'later';
  }
}
