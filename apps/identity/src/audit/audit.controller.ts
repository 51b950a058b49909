import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listAuditEntriesAnswer } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { ListAuditEntriesDto } from './audit.dto';
import { AuditService } from './audit.service';

@Controller('audit-entries')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Can('audit.read')
  @Operation('listAuditEntries', { summary: 'Who did what when in the space, newest first' })
  @Answer(200, listAuditEntriesAnswer)
  list(@CurrentStaff() caller: CurrentStaff, @Query() query: ListAuditEntriesDto) {
    return this.audit.list(caller.space, query);
  }
}
