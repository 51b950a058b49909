import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Can } from '@engawa/auth';
import { listSpacesAnswer, spaceDetail, spaceSummary, staff } from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { PrimaryAdminService } from '../staff/primary-admin.service';
import {
  AddSpaceDto,
  ListSpacesDto,
  RegisterPrimaryAdminDto,
  SpacePathDto,
  SpaceStaffPathDto,
  UpdateEmailDto,
} from './god.dto';
import { GodService } from './god.service';

@Controller('spaces')
export class GodController {
  constructor(
    private readonly god: GodService,
    private readonly primaryAdmins: PrimaryAdminService,
  ) {}

  @Get()
  @Can('space.operate')
  @Operation('listSpaces', {
    summary: 'List spaces',
    description:
      'Returns all spaces of the installation by id. Only for operators of the installation.',
  })
  @Answer(200, listSpacesAnswer)
  list(@Query() query: ListSpacesDto) {
    return this.god.list(query);
  }

  @Post()
  @Can('space.operate')
  @Idempotent()
  @Operation('addSpace', {
    summary: 'Add a space',
    description:
      'Creates a space and invites its primary administrator by mail. Only for operators of the installation.',
  })
  @Answer(201, spaceSummary)
  @Problems('identity.space.taken', 'identity.staff.email-taken')
  add(@AccountOwner() caller: Caller, @Body() input: AddSpaceDto) {
    return this.god.add(caller, input);
  }

  @Get(':spaceId')
  @Can('space.operate')
  @Operation('getSpaceDetail', {
    summary: 'Get a space in detail',
    description:
      'Returns a space with its staff members, counts and last activity. Only for operators of the installation.',
  })
  @Answer(200, spaceDetail)
  @Problems('identity.space.not-found')
  get(@Param() { spaceId }: SpacePathDto) {
    return this.god.get(spaceId);
  }

  @Post(':spaceId/primary-admin')
  @Can('space.operate')
  @Idempotent()
  @Operation('registerPrimaryAdmin', {
    summary: 'Register a primary administrator',
    description:
      'Makes the account with the given e-mail address the primary administrator of a space. Invites the person if they have not joined; a repeated call sends the invitation again. Only for operators of the installation.',
  })
  @Answer(200, staff)
  @Problems('identity.space.not-found', 'identity.staff.email-taken', 'identity.staff.deactivated')
  register(
    @AccountOwner() caller: Caller,
    @Param() { spaceId }: SpacePathDto,
    @Body() input: RegisterPrimaryAdminDto,
  ) {
    return this.primaryAdmins.register(caller, spaceId, input);
  }

  @Put(':spaceId/staffs/:staffId/email')
  @Can('space.operate')
  @Operation('updateEmailByGod', {
    summary: "Change a staff member's e-mail address",
    description:
      'Changes the address with which a staff member signs in. Invites the person there if they have not joined. Only for operators of the installation.',
  })
  @Answer(200, staff)
  @Problems('identity.space.not-found', 'identity.staff.not-found', 'identity.staff.email-taken')
  updateEmail(
    @AccountOwner() caller: Caller,
    @Param() { spaceId, staffId }: SpaceStaffPathDto,
    @Body() input: UpdateEmailDto,
  ) {
    return this.god.updateEmail(caller, spaceId, staffId, input.email);
  }
}
