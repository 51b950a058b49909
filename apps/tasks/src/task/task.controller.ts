import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { countTasksAnswer, listTasksAnswer, task } from '@engawa/contracts';
import { Answer, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { CountTasksDto, ListTasksDto, TaskIdDto, UpdateTaskDto } from './task.dto';
import { TaskService } from './task.service';

@Controller('tasks')
export class TaskController {
  constructor(private readonly tasks: TaskService) {}

  @Get()
  @Can('task.read')
  @Operation('listTasks', {
    summary: 'List tasks',
    description:
      'Returns tasks, newest status change first, or by due date with `due`. Without `status` only waiting tasks and tasks in progress are returned.',
  })
  @Answer(200, listTasksAnswer)
  @Problems('tasks.task.invalid-thread-reference')
  listTasks(@CurrentStaff() staff: CurrentStaff, @Query() query: ListTasksDto) {
    return this.tasks.list(staff, query);
  }

  @Get('counts')
  @Can('task.read')
  @Operation('countTasks', {
    summary: 'Count tasks',
    description: 'Returns the number of tasks in each status, in total and by assignee.',
  })
  @Answer(200, countTasksAnswer)
  countTasks(@CurrentStaff() staff: CurrentStaff, @Query() query: CountTasksDto) {
    return this.tasks.count(staff, query);
  }

  @Get(':taskId')
  @Can('task.read')
  @Operation('getTask', {
    summary: 'Get a task',
    description: 'Returns one task. Its id is the id of its post or comment.',
  })
  @Answer(200, task, { etag: true })
  @Problems('tasks.task.not-found')
  getTask(@CurrentStaff() staff: CurrentStaff, @Param() { taskId }: TaskIdDto) {
    return this.tasks.get(staff, taskId);
  }

  @Patch(':taskId')
  @Can('task.write')
  @Operation('updateTask', {
    summary: 'Update a task',
    description:
      'Changes the given fields. Status, assignee, labels and due date appear on the post or comment as well.',
  })
  @Answer(200, task, { minimal: true })
  @Problems(
    'tasks.task.not-found',
    'tasks.task.stale',
    'tasks.task.unknown-assignee',
    'tasks.task.deactivated-assignee',
    'tasks.task.unknown-label',
  )
  updateTask(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { taskId }: TaskIdDto,
    @Body() input: UpdateTaskDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    return this.tasks.update(staff, taskId, input, version);
  }

  @Delete(':taskId')
  @Can('task.write')
  @Operation('deleteTask', {
    summary: 'Delete a task',
    description:
      'Turns the post or comment back into one without a task. The post or comment stays.',
  })
  @Answer(204, null)
  @Problems('tasks.task.not-found', 'tasks.task.stale')
  async deleteTask(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { taskId }: TaskIdDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    await this.tasks.delete(staff, taskId, version);
  }
}
