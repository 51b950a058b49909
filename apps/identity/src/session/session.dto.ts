import { id } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class SessionPathDto extends createDto(z.strictObject({ sessionId: id })) {}
