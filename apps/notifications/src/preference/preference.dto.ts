import { updateNotificationPreferencesInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class UpdateNotificationPreferencesDto extends createDto(
  updateNotificationPreferencesInput,
) {}
