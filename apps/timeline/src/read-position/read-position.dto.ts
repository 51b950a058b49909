import { setReadPositionInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class SetReadPositionDto extends createDto(setReadPositionInput) {}
