import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Can, CurrentStaff, SignedIn } from '@engawa/auth';
import { space } from '@engawa/contracts';
import { Answer, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { CurrentCaller, type Caller } from '../caller/caller.rules';
import { UpdateSpaceDto } from './space.dto';
import { SpaceService } from './space.service';

@Controller('space')
export class SpaceController {
  constructor(private readonly spaces: SpaceService) {}

  @Get()
  @SignedIn()
  @Operation('getSpace', {
    summary: 'Get the space',
    description: "Returns the caller's space with its settings.",
  })
  @Answer(200, space)
  get(@CurrentStaff() caller: CurrentStaff) {
    return this.spaces.get(caller.space);
  }

  @Patch()
  @Can('space.manage')
  @Operation('updateSpace', {
    summary: 'Update the space',
    description:
      'Changes the name or the time zone of the space. A new time zone recounts the dashboard figures in the background.',
  })
  @Answer(200, space)
  @Problems('identity.space.stale')
  update(
    @CurrentCaller() caller: Caller,
    @Body() input: UpdateSpaceDto,
    @IfMatch() version: number | null,
  ) {
    return this.spaces.update(caller, input, version);
  }
}
