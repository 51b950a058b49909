import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { bulkAnswer, listMembersAnswer, member } from '@engawa/contracts';
import { Answer, Idempotent, IdPathDto, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { AddMemberDto, AddMembersDto, ListMembersDto, UpdateMemberDto } from './member.dto';
import { MemberBulkService } from './member-bulk.service';
import { MemberListService } from './member-list.service';
import { MemberService } from './member.service';

@Controller('members')
export class MemberController {
  constructor(
    private readonly members: MemberService,
    private readonly lists: MemberListService,
    private readonly bulk: MemberBulkService,
  ) {}

  @Get()
  @Can('member.read')
  @Operation('listMembers', {
    summary: 'List members',
    description:
      'Returns members in kana order, or sorted by last talk, posts, open issues, day since when they are members, or a custom field. `q` finds any part of name, kana, romaji, company, title and memo in every spelling.',
  })
  @Answer(200, listMembersAnswer)
  @Problems('members.member.no-permission', 'members.member.custom-field-unknown')
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListMembersDto) {
    return this.lists.list(staff, query);
  }

  @Post()
  @Can('member.write')
  @Idempotent()
  @Operation('addMember', {
    summary: 'Add a member',
    description: 'Adds a member. Only the family name is required.',
  })
  @Answer(201, member, { minimal: true })
  @Problems('members.member.type-unknown')
  add(@CurrentStaff() staff: CurrentStaff, @Body() body: AddMemberDto) {
    return this.members.add(staff, body);
  }

  @Post('bulk')
  @Can('member.write')
  @Idempotent()
  @Operation('addMembers', {
    summary: 'Add many members',
    description:
      'Adds up to 500 members. Each entry is added or refused on its own; the response has a result for each, in the same order. A repeated request with the same `Idempotency-Key` adds only what is missing. Webhooks get one `members.member.imported` instead of an event for each member.',
  })
  @Answer(200, bulkAnswer)
  addMany(@CurrentStaff() staff: CurrentStaff, @Body() body: AddMembersDto) {
    return this.bulk.add(staff, body);
  }

  @Get(':id')
  @Can('member.read')
  @Operation('getMember', {
    summary: 'Get a member',
    description: 'Returns one member, also when they have resigned.',
  })
  @Answer(200, member)
  @Problems('members.member.not-found')
  get(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.members.get(staff, id);
  }

  @Patch(':id')
  @Can('member.write')
  @Operation('updateMember', {
    summary: 'Update a member',
    description: 'Changes the given fields and leaves the others as they are.',
  })
  @Answer(200, member, { minimal: true })
  @Problems(
    'members.member.not-found',
    'members.member.stale',
    'members.member.deleted',
    'members.member.type-unknown',
  )
  update(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch() ifVersion: number | null,
    @Body() body: UpdateMemberDto,
  ) {
    return this.members.update(staff, id, ifVersion, body);
  }

  @Delete(':id')
  @Can('member.write')
  @Operation('deleteMember', {
    summary: 'Mark a member as resigned',
    description:
      'Hides the member from lists and pickers. Posts that name the member stay. Only for administrators.',
  })
  @Answer(200, member)
  @Problems(
    'members.member.not-found',
    'members.member.stale',
    'members.member.erased',
    'members.member.no-permission',
  )
  delete(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.members.delete(staff, id, ifVersion);
  }

  @Post(':id/restore')
  @Can('member.write')
  @Idempotent()
  @Operation('restoreMember', {
    summary: 'Restore a resigned member',
    description:
      'Makes a resigned member active again; of a merged one, it undoes the merge. An erased member cannot be restored. Only for administrators.',
  })
  @Answer(200, member)
  @Problems(
    'members.member.not-found',
    'members.member.stale',
    'members.member.erased',
    'members.member.no-permission',
  )
  restore(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.members.restore(staff, id, ifVersion);
  }
}
