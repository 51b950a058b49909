import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listTaskFiltersAnswer, taskFilter } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { CreateTaskFilterDto, TaskFilterIdDto, UpdateTaskFilterDto } from './filter.dto';
import { FilterService } from './filter.service';

@Controller('task-filters')
export class FilterController {
  constructor(private readonly filters: FilterService) {}

  @Get()
  @Can('task.read')
  @Operation('listTaskFilters', {
    summary: 'List task filters',
    description: 'Returns the saved task filters of the caller by name.',
  })
  @Answer(200, listTaskFiltersAnswer)
  listTaskFilters(@CurrentStaff() staff: CurrentStaff) {
    return this.filters.list(staff);
  }

  @Post()
  @Idempotent()
  @Can('task.read')
  @Operation('createTaskFilter', {
    summary: 'Save a task filter',
    description: 'Saves criteria of the task views under a name that is unique for the caller.',
  })
  @Answer(201, taskFilter, { etag: true })
  @Problems(
    'tasks.filter.name-taken',
    'tasks.filter.too-many',
    'tasks.task.unknown-label',
    'tasks.task.unknown-assignee',
  )
  createTaskFilter(@CurrentStaff() staff: CurrentStaff, @Body() input: CreateTaskFilterDto) {
    return this.filters.create(staff, input);
  }

  @Patch(':filterId')
  @Can('task.read')
  @Operation('updateTaskFilter', {
    summary: 'Update a task filter',
    description: 'Changes name or criteria of a saved task filter of the caller.',
  })
  @Answer(200, taskFilter, { etag: true })
  @Problems(
    'tasks.filter.not-found',
    'tasks.filter.name-taken',
    'tasks.filter.stale',
    'tasks.task.unknown-label',
    'tasks.task.unknown-assignee',
  )
  updateTaskFilter(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { filterId }: TaskFilterIdDto,
    @Body() input: UpdateTaskFilterDto,
    @IfMatch() version: number | null,
  ) {
    return this.filters.update(staff, filterId, input, version);
  }

  @Delete(':filterId')
  @Can('task.read')
  @Operation('deleteTaskFilter', {
    summary: 'Delete a task filter',
    description: 'Deletes a saved task filter of the caller.',
  })
  @Answer(204, null)
  @Problems('tasks.filter.not-found', 'tasks.filter.stale')
  async deleteTaskFilter(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { filterId }: TaskFilterIdDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    await this.filters.delete(staff, filterId, version);
  }
}
