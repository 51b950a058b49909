import {
  addUserInput,
  id,
  listStaffsQuery,
  sendInvitationInput,
  transferPrimaryAdminInput,
  updateProfileInput,
  updateUserInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListStaffsDto extends createDto(listStaffsQuery) {}
export class StaffPathDto extends createDto(z.strictObject({ staffId: id })) {}
export class AddUserDto extends createDto(addUserInput) {}
export class UpdateUserDto extends createDto(updateUserInput) {}
export class UpdateProfileDto extends createDto(updateProfileInput) {}
export class TransferPrimaryAdminDto extends createDto(transferPrimaryAdminInput) {}
export class SendInvitationDto extends createDto(sendInvitationInput) {}
