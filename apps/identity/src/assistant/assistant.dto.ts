import { authorizeAssistantInput, checkAuthorizationInput, id } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CheckAuthorizationDto extends createDto(checkAuthorizationInput) {}
export class AuthorizeAssistantDto extends createDto(authorizeAssistantInput) {}
export class AssistantPathDto extends createDto(z.strictObject({ assistantId: id })) {}
