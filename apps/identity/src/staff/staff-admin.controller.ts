import { Body, Controller, Param, Patch, Post } from '@nestjs/common';
import { Can, SignedIn } from '@engawa/auth';
import { staff } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, CurrentCaller, type Caller } from '../caller/caller.rules';
import { StaffAdminService } from './staff-admin.service';
import {
  AddUserDto,
  SendInvitationDto,
  StaffPathDto,
  UpdateProfileDto,
  UpdateUserDto,
} from './staff.dto';

@Controller()
export class StaffAdminController {
  constructor(private readonly staffs: StaffAdminService) {}

  @Post('staffs')
  @Can('staff.edit')
  @Idempotent()
  @Operation('addUser', {
    summary: 'Add a staff member',
    description:
      'Creates an account. Without an initial password the staff member gets an invitation mail.',
  })
  @Answer(201, staff)
  @Problems('identity.staff.email-taken')
  add(@CurrentCaller() caller: Caller, @Body() input: AddUserDto) {
    return this.staffs.add(caller, input);
  }

  @Patch('staffs/:staffId')
  @Can('staff.edit')
  @Operation('updateUser', {
    summary: 'Update a staff member',
    description: 'Changes name, title, introduction, role or ranking exclusion of a staff member.',
  })
  @Answer(200, staff)
  @Problems(
    'identity.staff.not-found',
    'identity.staff.stale',
    'identity.staff.primary-admin-stays',
    'identity.staff.own-account',
    'identity.staff.god-protected',
  )
  update(
    @CurrentCaller() caller: Caller,
    @Param() { staffId }: StaffPathDto,
    @Body() input: UpdateUserDto,
    @IfMatch() version: number | null,
  ) {
    return this.staffs.update(caller, staffId, input, version);
  }

  @Post('staffs/:staffId/deactivate')
  @Can('staff.manage')
  @Operation('deactivateStaff', {
    summary: 'Deactivate a staff member',
    description: 'Closes an account. Its sessions end at once; its posts stay.',
  })
  @Answer(200, staff)
  @Problems(
    'identity.staff.not-found',
    'identity.staff.primary-admin-stays',
    'identity.staff.own-account',
    'identity.staff.god-protected',
  )
  deactivate(@CurrentCaller() caller: Caller, @Param() { staffId }: StaffPathDto) {
    return this.staffs.deactivate(caller, staffId);
  }

  @Post('staffs/:staffId/activate')
  @Can('staff.manage')
  @Operation('activateStaff', {
    summary: 'Activate a staff member',
    description: 'Opens a deactivated account again.',
  })
  @Answer(200, staff)
  @Problems('identity.staff.not-found', 'identity.staff.god-protected')
  activate(@CurrentCaller() caller: Caller, @Param() { staffId }: StaffPathDto) {
    return this.staffs.activate(caller, staffId);
  }

  @Post('staffs/:staffId/invitation')
  @Can('staff.manage')
  @Idempotent()
  @Operation('sendInvitation', {
    summary: 'Send an invitation again',
    description: 'Sends the invitation mail with a new link. Earlier links are no longer valid.',
  })
  @Answer(202, null)
  @Problems('identity.staff.not-found', 'identity.staff.password-set', 'identity.staff.deactivated')
  async invite(
    @CurrentCaller() caller: Caller,
    @Param() { staffId }: StaffPathDto,
    @Body() input: SendInvitationDto,
  ) {
    await this.staffs.invite(caller, staffId, input);
  }

  @Patch('profile')
  @SignedIn()
  @Operation('updateProfile', {
    summary: 'Update your profile',
    description:
      "Changes name, title, introduction, first page and closed first steps of the caller's own account.",
  })
  @Answer(200, staff)
  @Problems('identity.staff.stale')
  updateProfile(
    @AccountOwner() caller: Caller,
    @Body() input: UpdateProfileDto,
    @IfMatch() version: number | null,
  ) {
    return this.staffs.updateProfile(caller, input, version);
  }
}
