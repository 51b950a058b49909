import { Body, Controller, Post } from '@nestjs/common';
import { Can } from '@engawa/auth';
import { staff } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { PrimaryAdminService } from './primary-admin.service';
import { TransferPrimaryAdminDto } from './staff.dto';

@Controller('space')
export class PrimaryAdminController {
  constructor(private readonly primaryAdmins: PrimaryAdminService) {}

  @Post('primary-admin')
  @Can('staff.transferPrimary')
  @Operation('transferPrimaryAdmin', {
    summary: 'Transfer the primary administrator role',
    description:
      'Makes another staff member the primary administrator and the caller a general administrator, in one step. Returns the new primary administrator.',
  })
  @Answer(200, staff)
  @Problems(
    'identity.staff.not-found',
    'identity.staff.deactivated',
    'identity.staff.not-joined',
    'identity.staff.own-account',
    'identity.password.wrong',
    'identity.sign-in.too-many-attempts',
  )
  transfer(@AccountOwner() caller: Caller, @Body() input: TransferPrimaryAdminDto) {
    return this.primaryAdmins.transfer(caller, input.staffId, input.password);
  }
}
