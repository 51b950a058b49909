import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listNotificationGroupsAnswer } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { ListNotificationGroupsDto } from './group.dto';
import { GroupService } from './group.service';

@Controller('notifications/groups')
export class GroupController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Can('notification.read')
  @Operation('listNotificationGroups', {
    summary: 'List notifications by post',
    description:
      'Returns the notifications of the caller grouped by the post that they lead to, newest first.',
  })
  @Answer(200, listNotificationGroupsAnswer)
  listNotificationGroups(
    @CurrentStaff() staff: CurrentStaff,
    @Query() query: ListNotificationGroupsDto,
  ) {
    return this.groups.list(staff, query);
  }
}
