import { Readable } from 'node:stream';
import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { downloadMembersQuery, memberCsvTemplateQuery } from '@engawa/contracts';
import { attachmentHeader } from '@engawa/csv';
import { Answer, createDto, Operation } from '@engawa/service-kit';
import type { FastifyReply } from 'fastify';
import { MemberExport } from './export.service';

export class DownloadMembersDto extends createDto(downloadMembersQuery) {}
export class MemberCsvTemplateDto extends createDto(memberCsvTemplateQuery) {}

@Controller('members/csv')
export class MemberExportController {
  constructor(private readonly members: MemberExport) {}

  @Get()
  @Can('member.export')
  @Operation('downloadMembers', {
    summary: 'Download members',
    description:
      'Streams all members, or those with the given ids, as a CSV file in UTF-8 with BOM. Cells that a spreadsheet would run as a formula are escaped.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  async download(
    @CurrentStaff() staff: CurrentStaff,
    @Query() query: DownloadMembersDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const day = new Date().toISOString().slice(0, 10);
    const fileName = `members-${staff.space}-${day}.csv`;
    await this.members.note(staff, query, fileName);
    setHeaders(reply, fileName);
    return new StreamableFile(
      Readable.from(this.members.pieces(staff.space, query), { objectMode: false }),
    );
  }

  @Get('template')
  @Can('member.import')
  @Operation('downloadMemberCsvTemplate', {
    summary: 'Download the CSV template for members',
    description:
      'Returns an empty CSV file with the column headings that the given kind of import expects.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  async template(
    @CurrentStaff() staff: CurrentStaff,
    @Query() query: MemberCsvTemplateDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    setHeaders(reply, `members-${query.mode}-template.csv`);
    return new StreamableFile(await this.members.template(staff.space, query.mode, query.language));
  }
}

function setHeaders(reply: FastifyReply, fileName: string): void {
  void reply.header('content-type', 'text/csv; charset=utf-8');
  void reply.header('content-disposition', attachmentHeader(fileName));
}
