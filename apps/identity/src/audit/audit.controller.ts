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
  @Operation('listAuditEntries', {
    summary: 'List audit entries',
    description:
      'Returns who did what and when in the space, newest first: sign-ins, changes of staff and settings, exports, imports and deletions. API tokens do not get old and new e-mail addresses of staff members.',
  })
  @Answer(200, listAuditEntriesAnswer)
  list(@CurrentStaff() caller: CurrentStaff, @Query() query: ListAuditEntriesDto) {
    return this.audit.list(caller, query);
  }
}
