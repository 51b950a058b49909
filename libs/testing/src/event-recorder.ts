import type { EventDefinition, EventEnvelope } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import { eventually } from './eventually';

/** Records every event of the namespace in order of arrival. */
export class EventRecorder {
  readonly all: EventEnvelope[] = [];

  /** Recorded events with this name, in order of arrival. */
  named(name: string): EventEnvelope[] {
    return this.all.filter((event) => event.name === name);
  }

  of<Definition extends EventDefinition>(definition: Definition): EventOf<Definition>[] {
    return this.named(definition.name) as EventOf<Definition>[];
  }

  /** Waits for `count` events of a kind. */
  receive<Definition extends EventDefinition>(
    definition: Definition,
    count = 1,
  ): Promise<EventOf<Definition>[]> {
    return eventually(() => {
      const found = this.of(definition);
      if (found.length < count) {
        throw new Error(`${found.length} of ${count} ${definition.name} arrived`);
      }
      return found;
    });
  }

  /** Waits for the first event that matches; use it when earlier events may still arrive. */
  receiveSuch<Definition extends EventDefinition>(
    definition: Definition,
    isMeant: (event: EventOf<Definition>) => boolean,
  ): Promise<EventOf<Definition>> {
    return eventually(() => {
      const found = this.of(definition).find(isMeant);
      if (!found) throw new Error(`no such ${definition.name} arrived`);
      return found;
    });
  }

  /** Forgets what was recorded. */
  clear(): void {
    this.all.length = 0;
  }
}
