import { updateSpaceInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class UpdateSpaceDto extends createDto(updateSpaceInput) {}
