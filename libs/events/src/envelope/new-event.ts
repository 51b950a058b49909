import { type DataOf, envelope, type EventDefinition, type EventEnvelope } from '@engawa/contracts';
import { schemaDigestOf } from './schema-digest';
import { currentTrace } from './trace';
import { newId } from './id';

/** The envelope of a declared event. */
export type EventOf<Definition extends EventDefinition> = EventEnvelope<DataOf<Definition>>;

export interface NewEvent<Definition extends EventDefinition> {
  space: string;
  /** Staff member who did it; null for the system. */
  actor: string | null;
  aggregate: { type: string; id: string };
  /** The aggregate's version after the change. */
  version: number;
  data: DataOf<Definition>;
  /** Default: a new id. */
  id?: string;
  /** Default: now. */
  at?: Date;
}

/**
 * Creates an event to be written with its change. Trace and request id come from the running
 * request or event. Throws for an envelope or data that listeners would reject.
 */
export function newEvent<Definition extends EventDefinition>(
  definition: Definition,
  event: NewEvent<Definition>,
): EventOf<Definition> {
  const data = definition.data.safeParse(event.data);
  if (!data.success) {
    throw new TypeError(`${definition.name}: data do not fit: ${data.error.message}`);
  }
  const trace = currentTrace();
  const made = {
    id: event.id ?? newId(),
    name: definition.name,
    space: event.space,
    at: (event.at ?? new Date()).toISOString(),
    actor: event.actor,
    aggregate: { type: event.aggregate.type, id: event.aggregate.id },
    version: event.version,
    traceparent: trace.traceparent,
    requestId: trace.requestId,
    schemaDigest: schemaDigestOf(definition),
    data: data.data as DataOf<Definition>,
  };
  const outer = envelope.safeParse(made);
  if (!outer.success) {
    throw new TypeError(`${definition.name}: envelope does not fit: ${outer.error.message}`);
  }
  return made;
}
