import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { SavedSearchService } from '../saved-search/saved-search.service';
import { labelNameOf, memberNameOf, staffNameOf } from './name.mapper';
import { NameService } from './name.service';

@Controller()
export class NameListener {
  constructor(
    private readonly names: NameService,
    private readonly savedSearches: SavedSearchService,
  ) {}

  @OnEvent(events.staffAdded, events.staffUpdated, events.staffDeactivated, events.staffActivated)
  async onStaff(event: EventOf<typeof events.staffAdded>): Promise<void> {
    await this.names.keep(event.space, event.version, staffNameOf(event.data));
  }

  @OnEvent(events.memberAdded, events.memberUpdated, events.memberDeleted, events.memberRestored)
  async onMember(event: EventOf<typeof events.memberAdded>): Promise<void> {
    await this.names.keep(event.space, event.version, memberNameOf(event.data));
  }

  @OnEvent(events.membersImported)
  async onImport(event: EventOf<typeof events.membersImported>): Promise<void> {
    // Concurrent writes share commands.
    await Promise.all(
      event.data.members.map(({ version, ...facts }) =>
        this.names.keep(event.space, version, memberNameOf(facts)),
      ),
    );
  }

  @OnEvent(events.labelCreated, events.labelUpdated)
  async onLabel(event: EventOf<typeof events.labelCreated>): Promise<void> {
    await this.names.keep(event.space, event.version, labelNameOf(event.data));
  }

  /** Removes a deleted label from names and saved searches. */
  @OnEvent(events.labelDeleted)
  async onLabelDeleted(event: EventOf<typeof events.labelDeleted>): Promise<void> {
    await this.names.keep(event.space, event.version, {
      kind: 'label',
      thingId: event.data.labelId,
      texts: [],
      ref: null,
      labelKind: null,
    });
    await this.savedSearches.removeLabel(event.space, event.data.labelId);
  }

  /**
   * A label can be deleted between the check of a search and its write. Its name says so by now, or
   * `onLabelDeleted` finds the search.
   */
  @OnEvent(events.savedSearchChanged)
  async onSavedSearch({ space, data }: EventOf<typeof events.savedSearchChanged>): Promise<void> {
    await this.savedSearches.removeDeletedLabel(space, data.savedSearchId);
  }
}
