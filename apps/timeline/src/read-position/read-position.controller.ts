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
  @Operation('getReadPosition', {
    summary: 'Get the read position',
    description: 'Returns the time up to which the caller has read the timeline.',
  })
  @Answer(200, contracts.readPosition)
  get(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.positions.get(staff);
  }

  @Put()
  @Can('post.read')
  @Operation('setReadPosition', {
    summary: 'Set the read position',
    description:
      'Moves the read position of the caller forward. An earlier time than the stored one changes nothing.',
  })
  @Answer(200, contracts.readPosition)
  set(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: SetReadPositionDto) {
    return this.positions.set(staff, input);
  }
}
