import { randomBytes } from 'node:crypto';
import type { LiveMessage } from '@engawa/contracts';

/** One message of the live stream, and who may get it. */
export interface LiveEntry {
  /** Id of the event; the same on every replica. */
  id: string;
  /** Null: every staff of the space. */
  staffId: string | null;
  message: LiveMessage;
  /** When it arrived here, in ms. */
  at: number;
}

/** Most messages of a space that a reader can come back to. */
const MOST_ENTRIES = 1_000;
/**
 * Another replica may have seen events in a slightly other order: whoever comes back gets what
 * arrived up to this long before its last message once more, in ms. Twice is harmless.
 */
const OVERLAP = 3_000;

/** The newest messages of one space. */
export class LiveLog {
  private readonly entries: LiveEntry[] = [];
  private complete = true;
  /** Where a reader stands that has not got any message yet. */
  readonly beginning = `begin-${randomBytes(8).toString('hex')}`;

  add(entry: LiveEntry): void {
    this.entries.push(entry);
    if (this.entries.length > MOST_ENTRIES) {
      this.entries.splice(0, this.entries.length - MOST_ENTRIES);
      this.complete = false;
    }
  }

  get lastId(): string {
    return this.entries.at(-1)?.id ?? this.beginning;
  }

  get lastAt(): number {
    return this.entries.at(-1)?.at ?? 0;
  }

  /** What came after the message with that id; null where nobody can tell. */
  after(id: string): readonly LiveEntry[] | null {
    if (id === this.beginning) return this.complete ? this.entries : null;
    let index = this.entries.length - 1;
    while (index >= 0 && this.entries[index]!.id !== id) index -= 1;
    if (index === -1) return null;
    const from = this.entries[index]!.at - OVERLAP;
    let start = index;
    while (start > 0 && this.entries[start - 1]!.at >= from) start -= 1;
    // The message itself is known to the reader.
    return this.entries.slice(start).filter((entry) => entry.id !== id);
  }
}
