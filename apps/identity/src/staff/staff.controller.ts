import { Controller, Get, Param, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  lastSignInTimesAnswer,
  listIntegrationsAnswer,
  listStaffsAnswer,
  staff,
} from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { ApiTokenService } from '../api-token/api-token.service';
import { ListStaffsDto, StaffPathDto } from './staff.dto';
import { StaffService } from './staff.service';

@Controller('staffs')
export class StaffController {
  constructor(
    private readonly staffs: StaffService,
    private readonly tokens: ApiTokenService,
  ) {}

  @Get()
  @Can('staff.read')
  @Operation('listStaffs', {
    summary: 'List staff members',
    description:
      'Returns the staff members of the space, longest-serving first. God, who runs the ' +
      'installation, is not listed unless they are also the primary administrator. `email` is ' +
      'left out for API tokens.',
  })
  @Answer(200, listStaffsAnswer)
  async list(@CurrentStaff() caller: CurrentStaff, @Query() query: ListStaffsDto) {
    return { items: await this.staffs.list(caller, query) };
  }

  @Get('last-sign-in-times')
  @Can('staff.manage')
  @Operation('getLastSignInTimes', {
    summary: 'List last sign-in times',
    description: 'Returns when each staff member of the space last signed in.',
  })
  @Answer(200, lastSignInTimesAnswer)
  async lastSignInTimes(@CurrentStaff() caller: CurrentStaff) {
    return { items: await this.staffs.lastSignInTimes(caller.space) };
  }

  @Get('integrations')
  @Can('staff.read')
  @Operation('listIntegrations', {
    summary: 'List integrations',
    description:
      'Returns the integrations of the space, newest first, to show the names of authors: each API token is one. Ended ones are included, with `deactivated`.',
  })
  @Answer(200, listIntegrationsAnswer)
  async integrations(@CurrentStaff() caller: CurrentStaff) {
    return { items: await this.tokens.listIntegrations(caller.space) };
  }

  @Get(':staffId')
  @Can('staff.read')
  @Operation('getStaff', {
    summary: 'Get a staff member',
    description: 'Returns one staff member of the space. `email` is left out for API tokens.',
  })
  @Answer(200, staff)
  @Problems('identity.staff.not-found')
  get(@CurrentStaff() caller: CurrentStaff, @Param() { staffId }: StaffPathDto) {
    return this.staffs.get(caller, staffId);
  }
}
