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
    summary: 'What waits for the reader, whom to talk with, and what happened meanwhile',
  })
  @Answer(200, today)
  getToday(@CurrentStaff() staff: CurrentStaff, @Query() query: GetTodayDto) {
    return this.days.get(staff, query);
  }

  @Post('seen')
  @Can('notification.read')
  @Operation('markTodaySeen', { summary: 'What happened up to this time is not told again' })
  @Answer(204, null)
  async markTodaySeen(@CurrentStaff() staff: CurrentStaff, @Body() { until }: MarkTodaySeenDto) {
    await this.days.markSeen(staff, new Date(until));
  }
}
