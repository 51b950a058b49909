import { listNotificationGroupsQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class ListNotificationGroupsDto extends createDto(listNotificationGroupsQuery) {}
