import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { getHandoverAnswer } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { GetHandoverDto, MarkHandoverSeenDto } from './handover.dto';
import { HandoverService } from './handover.service';

@Controller('notifications/handover')
export class HandoverController {
  constructor(private readonly handovers: HandoverService) {}

  @Get()
  @Can('notification.read')
  @Operation('getHandover', { summary: 'What happened since one was last here' })
  @Answer(200, getHandoverAnswer)
  getHandover(@CurrentStaff() staff: CurrentStaff, @Query() query: GetHandoverDto) {
    return this.handovers.get(staff, query);
  }

  @Post('seen')
  @Can('notification.read')
  @Operation('markHandoverSeen', { summary: 'The next handover begins at this time' })
  @Answer(204, null)
  async markHandoverSeen(
    @CurrentStaff() staff: CurrentStaff,
    @Body() { until }: MarkHandoverSeenDto,
  ) {
    await this.handovers.markSeen(staff, new Date(until));
  }
}
