import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { today } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { GetTodayDto, MarkTodaySeenDto } from './today.dto';
import { TodayService } from './today.service';

@Controller('today')
export class TodayController {
  constructor(private readonly days: TodayService) {}

  @Get()
  @Can('notification.read')
  @Operation('getToday', {
    summary: 'Get the day',
    description:
      'Returns one page to start a shift with: must-read posts, tasks and mentions that wait for the caller, members to talk with and why, birthdays, ends of contracts and anniversaries of the coming days, members to introduce to each other, and what happened since the caller was last here.',
  })
  @Answer(200, today)
  getToday(@CurrentStaff() staff: CurrentStaff, @Query() query: GetTodayDto) {
    return this.days.get(staff, query);
  }

  @Post('seen')
  @Can('notification.read')
  @Operation('markTodaySeen', {
    summary: 'Mark the day as seen',
    description:
      'Sets the time up to which the caller has seen what happened. getToday returns what happened after it.',
  })
  @Answer(204, null)
  async markTodaySeen(@CurrentStaff() staff: CurrentStaff, @Body() { until }: MarkTodaySeenDto) {
    await this.days.markSeen(staff, new Date(until));
  }
}
