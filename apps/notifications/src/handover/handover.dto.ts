import { getHandoverQuery, markHandoverSeenInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class GetHandoverDto extends createDto(getHandoverQuery) {}
export class MarkHandoverSeenDto extends createDto(markHandoverSeenInput) {}
