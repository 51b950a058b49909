import { id, importPostsQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ImportPostsQueryDto extends createDto(importPostsQuery) {}
export class ImportPathDto extends createDto(z.strictObject({ importId: id })) {}
