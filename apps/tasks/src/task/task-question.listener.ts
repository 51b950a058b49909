import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { listedVersionsOf } from './task.mapper';
import { TaskRepository } from './task.repository';

/** Most tasks per open status in one answer. */
const ANSWERED = 100;

@Controller()
export class TaskQuestionListener {
  constructor(private readonly tasks: TaskRepository) {}

  /** For services that start to copy a staff member's open tasks. */
  @OnQuestion('tasks.findOpenTasks')
  async findOpenTasks({ space, staffId }: { space: string; staffId: string }) {
    const found = await this.tasks.findOpenOf(space, staffId, ANSWERED);
    return { items: found.flatMap(listedVersionsOf) };
  }
}
