import { Controller } from '@nestjs/common';
import { events, type DataOf } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { FilterService } from '../filter/filter.service';
import { LabelRepository } from './label.repository';

type LabelEvent = EventOf<(typeof events)['labelCreated' | 'labelUpdated' | 'labelDeleted']>;

/** Updates the copies of labels, and removes deleted ones from filters. */
@Controller()
export class LabelListener {
  constructor(
    private readonly labels: LabelRepository,
    private readonly filters: FilterService,
  ) {}

  @OnEvent(events.labelCreated, events.labelUpdated, events.labelDeleted)
  async onLabel(event: LabelEvent): Promise<void> {
    const { labelId }: DataOf<(typeof events)['labelCreated']> = event.data;
    await this.labels.projectUpsert(event.space, labelId, event.version, {
      deleted: event.name === events.labelDeleted.name,
    });
    if (event.name === events.labelDeleted.name) {
      await this.filters.removeLabel(event.space, labelId);
    }
  }

  /**
   * A label can be deleted between the check of a filter and its write. The copy knows of that by now,
   * or `onLabel` finds the filter.
   */
  @OnEvent(events.taskFilterChanged)
  async onFilter({ space, data }: EventOf<typeof events.taskFilterChanged>): Promise<void> {
    await this.filters.removeDeletedLabels(space, data.filterId);
  }
}
