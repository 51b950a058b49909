import { createApiTokenInput, id, updateApiTokenInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateApiTokenDto extends createDto(createApiTokenInput) {}
export class ApiTokenPathDto extends createDto(z.strictObject({ tokenId: id })) {}
export class UpdateApiTokenDto extends createDto(updateApiTokenInput) {}
