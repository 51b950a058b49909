import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { PINS, type PinsDocument, pinSchema } from './pin.schema';

@Injectable()
export class PinRepository extends SpaceRepository<PinsDocument> {
  constructor(@InjectStore(pinSchema) store: Store<PinsDocument>) {
    super(store);
  }

  async findPostIds(space: string): Promise<string[]> {
    return (await this.findById(space, PINS))?.postIds ?? [];
  }

  /** Replaces the pins by the result of `decide`; publishes an event if they changed. */
  async replace(
    space: string,
    actor: string | null,
    decide: (postIds: string[]) => string[],
  ): Promise<void> {
    const write = () =>
      this.change(space, PINS, (pins, { version }) => {
        const postIds = decide(pins.postIds);
        if (postIds.join() === pins.postIds.join()) return null;
        const event = newEvent(events.pinsChanged, {
          space,
          actor,
          aggregate: { type: 'pin', id: PINS },
          version,
          data: { postIds },
        });
        return { set: { postIds }, events: [event] };
      });
    if (await write()) return;
    await this.insert(space, { id: PINS, postIds: [] }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    await write();
  }
}
