import { changePasswordInput, setFirstPasswordInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class ChangePasswordDto extends createDto(changePasswordInput) {}
export class SetFirstPasswordDto extends createDto(setFirstPasswordInput) {}
