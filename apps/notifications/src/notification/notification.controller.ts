import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listNotificationsAnswer, notification, unreadCountAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import {
  ListNotificationsDto,
  MarkNotificationsReadDto,
  MarkNotificationsUnreadDto,
  NotificationIdDto,
} from './notification.dto';
import { NotificationService } from './notification.service';

@Controller('notifications')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Get()
  @Can('notification.read')
  @Operation('listNotifications', {
    summary: 'List notifications',
    description: 'Returns the notifications of the caller, newest first.',
  })
  @Answer(200, listNotificationsAnswer)
  listNotifications(@CurrentStaff() staff: CurrentStaff, @Query() query: ListNotificationsDto) {
    return this.notifications.list(staff, query);
  }

  @Get('unread-count')
  @Can('notification.read')
  @Operation('getUnreadCount', {
    summary: 'Count unread notifications',
    description: 'Returns the number of unread notifications of the caller, for a badge.',
  })
  @Answer(200, unreadCountAnswer)
  getUnreadCount(@CurrentStaff() staff: CurrentStaff) {
    return this.notifications.countUnread(staff);
  }

  @Post('read')
  @HttpCode(200)
  @Can('notification.read')
  @Operation('markNotificationsRead', {
    summary: 'Mark notifications as read',
    description: 'Marks all notifications of the caller as read, or those that lead to one post.',
  })
  @Answer(200, unreadCountAnswer)
  markNotificationsRead(
    @CurrentStaff() staff: CurrentStaff,
    @Body() input: MarkNotificationsReadDto,
  ) {
    return this.notifications.readMany(staff, input);
  }

  @Post('unread')
  @HttpCode(200)
  @Can('notification.read')
  @Operation('markNotificationsUnread', {
    summary: 'Mark the latest notification of a post as unread',
    description: 'Marks the latest notification that leads to a post as unread again.',
  })
  @Answer(200, unreadCountAnswer)
  @Problems('notifications.notification.not-found')
  markNotificationsUnread(
    @CurrentStaff() staff: CurrentStaff,
    @Body() { postId }: MarkNotificationsUnreadDto,
  ) {
    return this.notifications.markUnread(staff, postId);
  }

  @Post(':notificationId/read')
  @HttpCode(200)
  @Can('notification.read')
  @Operation('markNotificationRead', {
    summary: 'Mark a notification as read',
    description: 'Marks one notification of the caller as read.',
  })
  @Answer(200, notification)
  @Problems('notifications.notification.not-found')
  markNotificationRead(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { notificationId }: NotificationIdDto,
  ) {
    return this.notifications.readOne(staff, notificationId);
  }
}
