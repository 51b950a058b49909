import {
  events,
  type EventDefinition,
  type EventEnvelope,
  type LiveMessage,
} from '@engawa/contracts';
import { sourceOf } from '@engawa/events';

/** What a message carries of the thing that it names. */
export type LiveContents = Pick<LiveMessage, 'post' | 'ranking'>;

const definitions = new Map<string, EventDefinition>(
  Object.values(events).map((definition) => [definition.name, definition]),
);

function textField(data: unknown, name: string): string | null {
  const value = (data as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}

/**
 * The live message of an event: kinds and ids, nothing of its data. Null for events between services
 * and for unknown ones.
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

/** The text of a change, with the contents that the reader may have; null: it is no position. */
export function changeText(
  id: string | null,
  message: LiveMessage,
  contents?: LiveContents,
): string {
  return eventText('change', id, { ...message, ...contents });
}

/** Services whose data no contents show; posts and rankings show also members and staff. */
const apartFromContents: ReadonlySet<string> = new Set(['tasks', 'notifications', 'search']);

/** Whether a message may be written before earlier ones whose contents are still being read. */
export function mayOvertake({ name }: LiveMessage): boolean {
  return apartFromContents.has(sourceOf(name));
}

/** The post whose contents a message changes; null for a deletion and for everything else. */
export function changedPostId(message: LiveMessage): string | null {
  const { name, postId, commentId, aggregate } = message;
  const [service, entity, verb] = name.split('.');
  if (service !== 'timeline') return null;
  if (entity === 'post') return verb === 'deleted' ? null : (postId ?? aggregate.id);
  if (entity === 'comment') return postId;
  return entity === 'reaction' && commentId === null ? postId : null;
}
