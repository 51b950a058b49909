import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { insights, insightsQuery } from '@engawa/contracts';
import { Answer, createDto, Operation, Problems } from '@engawa/service-kit';
import type { FastifyReply } from 'fastify';
import { InsightCsv } from './insight-csv.service';
import { InsightService } from './insight.service';

export class InsightsDto extends createDto(insightsQuery) {}

@Controller('insights')
export class InsightController {
  constructor(
    private readonly service: InsightService,
    private readonly exports: InsightCsv,
  ) {}

  @Get()
  @Can('insight.read')
  @Operation('getInsights', {
    summary: 'Get dashboard figures',
    description:
      'Returns posts by label, staff member and member, unresolved and solved issues, talks by member type and the network of members for a range of days in the time zone of the space.',
  })
  @Answer(200, insights)
  get(@CurrentStaff() staff: CurrentStaff, @Query() query: InsightsDto) {
    return this.service.get(staff.space, query);
  }

  @Get('csv')
  @Can('insight.read')
  @Operation('downloadInsights', {
    summary: 'Download dashboard figures',
    description: 'Returns the figures of getInsights as a CSV file in UTF-8 with BOM.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  @Problems('search.insights.recounting')
  async csv(
    @CurrentStaff() staff: CurrentStaff,
    @Query() query: InsightsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const name = `insights-${query.from}-${query.to}.csv`;
    const file = await this.exports.file(staff, query, name);
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    return new StreamableFile(file);
  }
}
