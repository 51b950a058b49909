import { listAuditEntriesQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class ListAuditEntriesDto extends createDto(listAuditEntriesQuery) {}
