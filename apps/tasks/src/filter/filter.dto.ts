import { createTaskFilterInput, id, updateTaskFilterInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateTaskFilterDto extends createDto(createTaskFilterInput) {}
export class UpdateTaskFilterDto extends createDto(updateTaskFilterInput) {}
export class TaskFilterIdDto extends createDto(z.strictObject({ filterId: id })) {}
