import { countTasksQuery, id, listTasksQuery, updateTaskInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListTasksDto extends createDto(listTasksQuery) {}
export class CountTasksDto extends createDto(countTasksQuery) {}
export class UpdateTaskDto extends createDto(updateTaskInput) {}
export class TaskIdDto extends createDto(z.strictObject({ taskId: id })) {}
