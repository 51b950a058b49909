import { signInInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class SignInDto extends createDto(signInInput) {}
