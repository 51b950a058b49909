import { beginTwoFactorInput, bothFactorsInput, confirmTwoFactorInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class BeginTwoFactorDto extends createDto(beginTwoFactorInput) {}
export class ConfirmTwoFactorDto extends createDto(confirmTwoFactorInput) {}
export class BothFactorsDto extends createDto(bothFactorsInput) {}
