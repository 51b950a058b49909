import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { standingOf } from './task.mapper';
import { TaskRepository } from './task.repository';

/** Most tasks of each open status that one answer holds. */
const ANSWERED = 100;

@Controller()
export class TaskQuestionListener {
  constructor(private readonly tasks: TaskRepository) {}

  /** For a service that begins to keep a copy of a staff member's open tasks. */
  @OnQuestion('tasks.findOpenTasks')
  async findOpenTasks({ space, staffId }: { space: string; staffId: string }) {
    const found = await this.tasks.findOpenOf(space, staffId, ANSWERED);
    return { items: found.flatMap(standingOf) };
  }
}
