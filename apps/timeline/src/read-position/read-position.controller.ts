import { Body, Controller, Get, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { SetReadPositionDto } from './read-position.dto';
import { ReadPositionService } from './read-position.service';

@Controller('read-position')
export class ReadPositionController {
  constructor(private readonly positions: ReadPositionService) {}

  @Get()
  @Can('post.read')
  @Operation('getReadPosition', { summary: 'Until when one has read the timeline' })
  @Answer(200, contracts.readPosition)
  get(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.positions.get(staff);
  }

  @Put()
  @Can('post.read')
  @Operation('setReadPosition', { summary: 'Move it forward' })
  @Answer(200, contracts.readPosition)
  set(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: SetReadPositionDto) {
    return this.positions.set(staff, input);
  }
}
