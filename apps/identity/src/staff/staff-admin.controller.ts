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
  @Operation('addUser', { summary: 'Add a staff; without a first password they are invited' })
  @Answer(201, staff)
  @Problems('identity.staff.email-taken')
  add(@CurrentCaller() caller: Caller, @Body() input: AddUserDto) {
    return this.staffs.add(caller, input);
  }

  @Patch('staffs/:staffId')
  @Can('staff.edit')
  @Operation('updateUser', { summary: 'Change a staff' })
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
    @IfMatch() version: number,
  ) {
    return this.staffs.update(caller, staffId, input, version);
  }

  @Post('staffs/:staffId/deactivate')
  @Can('staff.manage')
  @Operation('deactivateStaff', { summary: 'Shut an account; its sessions end at once' })
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
  @Operation('activateStaff', { summary: 'Open a deactivated account again' })
  @Answer(200, staff)
  @Problems('identity.staff.not-found', 'identity.staff.god-protected')
  activate(@CurrentCaller() caller: Caller, @Param() { staffId }: StaffPathDto) {
    return this.staffs.activate(caller, staffId);
  }

  @Post('staffs/:staffId/invitation')
  @Can('staff.manage')
  @Idempotent()
  @Operation('sendInvitation', { summary: 'Send the invitation mail again, with a new link' })
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
  @Operation('updateProfile', { summary: "Change one's own name, title and introduction" })
  @Answer(200, staff)
  @Problems('identity.staff.stale')
  updateProfile(
    @AccountOwner() caller: Caller,
    @Body() input: UpdateProfileDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    return this.staffs.updateProfile(caller, input, version);
  }
}
