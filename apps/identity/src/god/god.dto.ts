import {
  addSpaceInput,
  id,
  listSpacesQuery,
  registerPrimaryAdminInput,
  spaceId,
  updateEmailInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListSpacesDto extends createDto(listSpacesQuery) {}
export class AddSpaceDto extends createDto(addSpaceInput) {}
export class RegisterPrimaryAdminDto extends createDto(registerPrimaryAdminInput) {}
export class UpdateEmailDto extends createDto(updateEmailInput) {}
export class SpacePathDto extends createDto(z.strictObject({ spaceId })) {}
export class SpaceStaffPathDto extends createDto(z.strictObject({ spaceId, staffId: id })) {}
