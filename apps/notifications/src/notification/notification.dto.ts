import {
  id,
  listNotificationsQuery,
  markNotificationsReadInput,
  markNotificationsUnreadInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListNotificationsDto extends createDto(listNotificationsQuery) {}
export class MarkNotificationsReadDto extends createDto(markNotificationsReadInput) {}
export class MarkNotificationsUnreadDto extends createDto(markNotificationsUnreadInput) {}
export class NotificationIdDto extends createDto(z.strictObject({ notificationId: id })) {}
