import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listMemberTypesAnswer, memberType } from '@engawa/contracts';
import { Answer, Idempotent, IdPathDto, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { AddMemberTypeDto, RenameMemberTypeDto, ReorderMemberTypesDto } from './member-type.dto';
import { MemberTypeService } from './member-type.service';

@Controller('member-types')
export class MemberTypeController {
  constructor(private readonly types: MemberTypeService) {}

  @Get()
  @Can('member.read')
  @Operation('listMemberTypes', {
    summary: 'List member types',
    description: 'Returns the member types of the space in their order.',
  })
  @Answer(200, listMemberTypesAnswer)
  async list(@CurrentStaff() staff: CurrentStaff) {
    return { items: await this.types.list(staff.space) };
  }

  @Post()
  @Can('memberType.manage')
  @Idempotent()
  @Operation('addMemberType', {
    summary: 'Add a member type',
    description: 'Adds a member type at the end of the list. Names are unique in a space.',
  })
  @Answer(201, memberType)
  @Problems('members.member-type.taken', 'members.member-type.too-many')
  add(@CurrentStaff() staff: CurrentStaff, @Body() body: AddMemberTypeDto) {
    return this.types.add(staff, body.name);
  }

  @Put('order')
  @Can('memberType.manage')
  @Operation('reorderMemberTypes', {
    summary: 'Reorder member types',
    description:
      'Sets the order of all member types. Every id of the space must be given exactly once.',
  })
  @Answer(200, listMemberTypesAnswer)
  @Problems('members.member-type.order-mismatch')
  async reorder(@CurrentStaff() staff: CurrentStaff, @Body() body: ReorderMemberTypesDto) {
    return { items: await this.types.reorder(staff, body.ids) };
  }

  @Patch(':id')
  @Can('memberType.manage')
  @Operation('renameMemberType', {
    summary: 'Rename a member type',
    description: 'Renames a member type. Its members show the new name at once.',
  })
  @Answer(200, memberType)
  @Problems(
    'members.member-type.not-found',
    'members.member-type.taken',
    'members.member-type.stale',
  )
  rename(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch() ifVersion: number | null,
    @Body() body: RenameMemberTypeDto,
  ) {
    return this.types.rename(staff, id, ifVersion, body.name);
  }

  @Delete(':id')
  @Can('memberType.manage')
  @Operation('deleteMemberType', {
    summary: 'Delete a member type',
    description: 'Deletes a member type. Its members are left without a type in the background.',
  })
  @Answer(204, null)
  @Problems('members.member-type.not-found', 'members.member-type.stale')
  delete(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.types.delete(staff, id, ifVersion);
  }
}
