import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { LabelRepository } from '../label/label.repository';
import { ReactionRepository } from '../reaction/reaction.repository';

/** Adds labels and emoji to a new space. */
@Controller()
export class SpaceListener {
  constructor(
    private readonly labels: LabelRepository,
    private readonly reactions: ReactionRepository,
  ) {}

  @OnEvent(events.spaceCreated)
  async onSpaceCreated(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    await this.labels.ensureInitial(event.space);
    await this.reactions.ensureInitial(event.space);
  }
}
