import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  id,
  listDuplicateMembersAnswer,
  listMemberMergesAnswer,
  listMemberMergesQuery,
  memberMerge,
  mergeMembersInput,
  mergePreview,
} from '@engawa/contracts';
import { Answer, createDto, Idempotent, Operation, Problems } from '@engawa/service-kit';
import { z } from 'zod';
import { MergeReader } from './merge-reader.service';
import { MergeService } from './merge.service';

export class MergeMembersDto extends createDto(mergeMembersInput) {}
export class ListMemberMergesDto extends createDto(listMemberMergesQuery) {}
export class MergePathDto extends createDto(z.strictObject({ otherId: id })) {}

@Controller('members')
export class MergeController {
  constructor(
    private readonly merges: MergeService,
    private readonly reader: MergeReader,
  ) {}

  @Get('duplicates')
  @Can('member.write')
  @Operation('listDuplicateMembers', {
    summary: 'List likely duplicates',
    description:
      'Returns groups of members that probably are one person: the same name and company in any spelling.',
  })
  @Answer(200, listDuplicateMembersAnswer)
  duplicates(@CurrentStaff() staff: CurrentStaff) {
    return this.reader.findDuplicates(staff.space);
  }

  @Get('merges')
  @Can('member.write')
  @Operation('listMemberMerges', {
    summary: 'List member merges',
    description: 'Returns the merges that can be undone, newest first. Only for administrators.',
  })
  @Answer(200, listMemberMergesAnswer)
  @Problems('members.member.no-permission')
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListMemberMergesDto) {
    return this.reader.list(staff, query.limit, query.cursor);
  }

  @Post('merges/preview')
  @Can('member.write')
  @Operation('previewMemberMerge', {
    summary: 'Preview a member merge',
    description:
      'Returns the merged member and the number of posts that would follow, without changing anything. Only for administrators.',
  })
  @Answer(200, mergePreview)
  @Problems(
    'members.member.not-found',
    'members.member.no-permission',
    'members.merge.same-member',
    'members.merge.wrong-state',
  )
  preview(@CurrentStaff() staff: CurrentStaff, @Body() body: MergeMembersDto) {
    return this.reader.preview(staff, body);
  }

  @Post('merges')
  @Can('member.write')
  @Idempotent()
  @Operation('mergeMembers', {
    summary: 'Merge two members',
    description:
      'Keeps one member and makes everything that named the other name the kept one, in all services. undoMemberMerge takes it back. Only for administrators.',
  })
  @Answer(200, memberMerge)
  @Problems(
    'members.member.not-found',
    'members.member.no-permission',
    'members.merge.same-member',
    'members.merge.wrong-state',
  )
  merge(@CurrentStaff() staff: CurrentStaff, @Body() body: MergeMembersDto) {
    return this.merges.merge(staff, body);
  }

  @Post('merges/:otherId/undo')
  @Can('member.write')
  @Idempotent()
  @Operation('undoMemberMerge', {
    summary: 'Undo a member merge',
    description:
      'Restores the merged member, and what named it names it again. Only for administrators.',
  })
  @Answer(200, memberMerge)
  @Problems('members.merge.not-found', 'members.member.no-permission')
  undo(@CurrentStaff() staff: CurrentStaff, @Param() { otherId }: MergePathDto) {
    return this.merges.undo(staff, otherId);
  }
}
