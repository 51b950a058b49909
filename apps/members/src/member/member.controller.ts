import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listMembersAnswer, member } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { AddMemberDto, ListMembersDto, UpdateMemberDto } from './member.dto';
import { MemberService } from './member.service';

@Controller('members')
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Get()
  @Can('member.read')
  @Operation('listMembers', {
    summary: 'List members',
    description:
      'Returns members in kana order. `q` finds any part of name, kana, romaji, company, title and memo in every spelling.',
  })
  @Answer(200, listMembersAnswer)
  @Problems('members.member.no-permission')
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListMembersDto) {
    return this.members.list(staff, query);
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

  @Get(':id')
  @Can('member.read')
  @Operation('getMember', {
    summary: 'Get a member',
    description: 'Returns one member, also when they have resigned.',
  })
  @Answer(200, member)
  @Problems('members.member.not-found')
  get(@CurrentStaff() staff: CurrentStaff, @Param('id') id: string) {
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
    @Param('id') id: string,
    @IfMatch() ifVersion: number,
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
    @Param('id') id: string,
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
      'Makes a resigned member active again. An erased member cannot be restored. Only for administrators.',
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
    @Param('id') id: string,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.members.restore(staff, id, ifVersion);
  }
}
