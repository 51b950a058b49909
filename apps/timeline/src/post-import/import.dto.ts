import { id, listPostImportRowsQuery, listPostImportsQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListPostImportsDto extends createDto(listPostImportsQuery) {}
export class ListPostImportRowsDto extends createDto(listPostImportRowsQuery) {}
export class ImportPathDto extends createDto(z.strictObject({ importId: id })) {}
