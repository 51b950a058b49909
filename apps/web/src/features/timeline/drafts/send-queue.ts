import type {
  Comment,
  CreateCommentInput,
  CreatePostInput,
  Post,
  Session,
  StaffRef,
} from '@engawa/contracts';
import type { DiscardedDraft } from './draft-saver';

/** What is to be written. Its idempotency key makes it take effect once. */
export type Unsent =
  | { kind: 'post'; key: string; input: CreatePostInput }
  | { kind: 'comment'; key: string; postId: string; input: CreateCommentInput };

/**
 * What waits for a connection (WEB-6): an unsent post or comment, or a draft to delete, whose text was
 * cleared.
 */
export type Waiting = { staffId: string; at: string } & (
  | (Extract<Unsent, { kind: 'post' }> & {
      shown: {
        members: Post['members'];
        mentions?: StaffRef[];
        attachments: Post['attachments'];
      };
    })
  | (Extract<Unsent, { kind: 'comment' }> & {
      shown: { mentions: StaffRef[]; attachments: Comment['attachments'] };
    })
  | ({ kind: 'discardedDraft'; /** Id of the draft. */ key: string } & Pick<
      DiscardedDraft,
      'revision'
    >)
);

const NAME = 'engawa.outbox';

let held: { text: string; list: Waiting[] } = { text: '[]', list: [] };

/** The entries; the same array while nothing changes. */
function read(): Waiting[] {
  try {
    const text = localStorage.getItem(NAME) ?? '[]';
    if (text !== held.text) {
      const list: unknown = JSON.parse(text);
      held = { text, list: Array.isArray(list) ? (list as Waiting[]) : [] };
    }
  } catch {
    held = { text: '', list: [] };
  }
  return held.list;
}

const listeners = new Set<() => void>();

function write(list: Waiting[]): void {
  localStorage.setItem(NAME, JSON.stringify(list));
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the send queue, also in other windows. Returns a function that unsubscribes.
 */
export function onSendQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** All entries on this device; the same array while nothing changes. */
export function allWaiting(): readonly Waiting[] {
  return read();
}

/** Unsent entries of a staff member on this device, oldest first. */
export function waitingOf(session: Session): Waiting[] {
  return read().filter((entry) => entry.staffId === session.staff.id);
}

/** Drafts of a staff member whose texts were cleared, and that are still to be deleted. */
export function discardedDraftsOf(session: Session): DiscardedDraft[] {
  return waitingOf(session).flatMap((entry) =>
    entry.kind === 'discardedDraft' ? [{ id: entry.key, revision: entry.revision }] : [],
  );
}

/** Adds an entry; false when the device cannot store it. */
export function putWaiting(entry: Waiting): boolean {
  try {
    write([...read().filter(({ key }) => key !== entry.key), entry]);
    return true;
  } catch {
    return false;
  }
}

/** Removes an entry. */
export function dropWaiting(key: string): void {
  try {
    write(read().filter((entry) => entry.key !== key));
  } catch {
    // If it cannot be written, it could not have been stored either.
  }
}
