import { getTodayQuery, markTodaySeenInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class GetTodayDto extends createDto(getTodayQuery) {}
export class MarkTodaySeenDto extends createDto(markTodaySeenInput) {}
