import type { EventDefinition, EventEnvelope } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import { eventually } from './eventually';

/**
 * Records every event of the namespace in order of arrival. It hears publications; one that is repeated counts
 * once, as its id does in the stream.
 */
export class EventRecorder {
  readonly all: EventEnvelope[] = [];
  private readonly ids = new Set<string>();

  add(event: EventEnvelope): void {
    if (this.ids.has(event.id)) return;
    this.ids.add(event.id);
    this.all.push(event);
  }

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
    this.ids.clear();
  }
}
