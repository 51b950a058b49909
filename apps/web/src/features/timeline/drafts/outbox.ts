import type {
  Comment,
  CreateCommentInput,
  CreatePostInput,
  Post,
  Session,
  StaffRef,
} from '@engawa/contracts';

/** A post or comment that waits for the connection (WEB-6). Its key makes it count once. */
export type Waiting =
  | {
      kind: 'post';
      key: string;
      staffId: string;
      at: string;
      input: CreatePostInput;
      shown: { members: Post['members']; attachments: Post['attachments'] };
    }
  | {
      kind: 'comment';
      key: string;
      staffId: string;
      at: string;
      postId: string;
      input: CreateCommentInput;
      shown: { mentions: StaffRef[]; attachments: Comment['attachments'] };
    };

const NAME = 'engawa.outbox';

let held: { text: string; list: Waiting[] } = { text: '[]', list: [] };

/** What waits; the same list for as long as nothing changes. */
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

/** Tells of every change of the outbox, in other windows too. Gives back how to stop. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Everything that waits on this device; the same list for as long as nothing changes. */
export function allWaiting(): readonly Waiting[] {
  return read();
}

/** What a staff wrote on this device and what was not sent yet, the oldest first. */
export function waitingOf(session: Session): Waiting[] {
  return read().filter((entry) => entry.staffId === session.staff.id);
}

/** Puts something into the outbox; false where the device cannot keep it. */
export function putWaiting(entry: Waiting): boolean {
  try {
    write([...read().filter(({ key }) => key !== entry.key), entry]);
    return true;
  } catch {
    return false;
  }
}

/** Takes something out of the outbox. */
export function dropWaiting(key: string): void {
  try {
    write(read().filter((entry) => entry.key !== key));
  } catch {
    // What cannot be written could not have been kept either.
  }
}
