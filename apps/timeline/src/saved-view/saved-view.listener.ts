import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { EventBus, type EventOf, OnEvent } from '@engawa/events';
import { LabelRepository } from '../label/label.repository';
import { SavedViewClearing } from './saved-view-clearing.service';
import { SavedViewRepository } from './saved-view.repository';

/** The filter for members without a type. */
const WITHOUT_TYPE = 'none';

/** Removes deleted labels and member types from saved views. */
@Controller()
export class SavedViewListener {
  constructor(
    private readonly views: SavedViewRepository,
    private readonly clearing: SavedViewClearing,
    private readonly labels: LabelRepository,
    private readonly bus: EventBus,
  ) {}

  /**
   * A view can be saved with what was deleted a moment before, after the deletion was removed from all
   * views. What is deleted later than this looks finds the view.
   */
  @OnEvent(events.savedViewChanged)
  async onView({ space, data }: EventOf<typeof events.savedViewChanged>): Promise<void> {
    const view = await this.views.findById(space, data.savedViewId);
    const labelId = view?.criteria.labelId;
    if (labelId) {
      const [label] = await this.labels.findLiveByIds(space, [labelId]);
      if (!label) await this.clearing.removeLabel(space, labelId);
    }
    const typeId = view?.memberCriteria?.typeId;
    if (typeId && typeId !== WITHOUT_TYPE) {
      const types = await this.bus.ask<string[]>('members.findMemberTypes', { space });
      if (!types.includes(typeId)) await this.clearing.removeMemberType(space, typeId);
    }
  }

  @OnEvent(events.memberTypeDeleted)
  async onMemberTypeDeleted({
    space,
    data,
  }: EventOf<typeof events.memberTypeDeleted>): Promise<void> {
    await this.clearing.removeMemberType(space, data.typeId);
  }
}
