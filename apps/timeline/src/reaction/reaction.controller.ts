import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import {
  CreateReactionDto,
  OrderReactionsDto,
  ReactionPathDto,
  UpdateReactionDto,
} from './reaction.dto';
import { ReactionService } from './reaction.service';

@Controller('reactions')
export class ReactionController {
  constructor(private readonly reactions: ReactionService) {}

  @Get()
  @Can('post.read')
  @Operation('listReactions', {
    summary: 'List reactions',
    description: 'Returns the reactions that the space offers, in their order.',
  })
  @Answer(200, contracts.listReactionsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.reactions.list(staff.space);
  }

  @Post()
  @Can('reaction.manage')
  @Operation('createReaction', {
    summary: 'Create a reaction',
    description:
      'Adds a pictogram that staff members can react with. A space has at most seven, each pictogram once.',
  })
  @Answer(201, contracts.reaction)
  @Problems('timeline.reaction.taken', 'timeline.reaction.too-many')
  @Idempotent()
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreateReactionDto) {
    return this.reactions.create(staff, input);
  }

  @Put('order')
  @Can('reaction.manage')
  @Operation('orderReactions', {
    summary: 'Reorder reactions',
    description: 'Sets the order of the reactions. All ids are given in their new order.',
  })
  @Answer(200, contracts.listReactionsAnswer)
  @Problems('timeline.reaction.not-found')
  order(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: OrderReactionsDto) {
    return this.reactions.order(staff, input.ids);
  }

  @Patch(':reactionId')
  @Can('reaction.manage')
  @Operation('updateReaction', {
    summary: 'Update a reaction',
    description: 'Changes the pictogram or the name of a reaction.',
  })
  @Answer(200, contracts.reaction)
  @Problems('timeline.reaction.not-found', 'timeline.reaction.taken', 'timeline.reaction.stale')
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ReactionPathDto,
    @Body() input: UpdateReactionDto,
    @IfMatch() ifVersion: number | null,
  ) {
    return this.reactions.update(staff, path.reactionId, input, ifVersion);
  }

  @Delete(':reactionId')
  @Can('reaction.manage')
  @Operation('deleteReaction', {
    summary: 'Delete a reaction',
    description: 'Removes a reaction from those that the space offers.',
  })
  @Answer(204, null)
  @Problems('timeline.reaction.not-found', 'timeline.reaction.stale')
  remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ReactionPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ): Promise<void> {
    return this.reactions.remove(staff, path.reactionId, ifVersion);
  }
}
