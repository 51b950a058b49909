import {
  events,
  type EventDefinition,
  type EventEnvelope,
  type LiveMessage,
} from '@engawa/contracts';

const definitions = new Map<string, EventDefinition>(
  Object.values(events).map((definition) => [definition.name, definition]),
);

function textField(data: unknown, name: string): string | null {
  const value = (data as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}

/**
 * The live message of an event: kinds and ids, never contents. Null for events between services and
 * for unknown ones.
 */
export function liveMessageOf(
  event: EventEnvelope,
): { message: LiveMessage; staffId: string | null } | null {
  const definition = definitions.get(event.name);
  if (!definition || definition.audience === 'services') return null;
  const staffId = definition.audience === 'staff' ? textField(event.data, 'staffId') : null;
  // Meant for one staff member who is not named: delivered to nobody.
  if (definition.audience === 'staff' && staffId === null) return null;
  return {
    staffId,
    message: {
      name: event.name,
      at: event.at,
      actor: event.actor,
      aggregate: { type: event.aggregate.type, id: event.aggregate.id },
      version: event.version,
      postId: textField(event.data, 'postId'),
      commentId: textField(event.data, 'commentId'),
    },
  };
}

/** One message of `text/event-stream`. */
export function eventText(event: string, id: string | null, data: unknown): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
