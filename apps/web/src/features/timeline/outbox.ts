import type {
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
      mentions: StaffRef[];
    };

const NAME = 'engawa.outbox';

function read(): Waiting[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(list) ? (list as Waiting[]) : [];
  } catch {
    return [];
  }
}

/** What a staff wrote on this device and what was not sent yet, the oldest first. */
export function waitingOf(session: Session): Waiting[] {
  return read().filter((entry) => entry.staffId === session.staff.id);
}

/** Puts something into the outbox; false where the device cannot keep it. */
export function putWaiting(entry: Waiting): boolean {
  try {
    const others = read().filter((held) => held.key !== entry.key);
    localStorage.setItem(NAME, JSON.stringify([...others, entry]));
    return true;
  } catch {
    return false;
  }
}

/** Takes something out of the outbox. */
export function dropWaiting(key: string): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(read().filter((entry) => entry.key !== key)));
  } catch {
    // What cannot be written could not have been kept either.
  }
}
