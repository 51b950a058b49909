import { randomBytes } from 'node:crypto';
import type { LiveMessage } from '@engawa/contracts';

/** One message of the live stream, and who may receive it. */
export interface LiveEntry {
  /** The event's id; the same on every replica. */
  id: string;
  /** Null: every staff member of the space. */
  staffId: string | null;
  message: LiveMessage;
  /** Time of arrival in this replica, in ms. */
  at: number;
}

/** Messages kept per space for readers that reconnect. */
const MAX_ENTRIES = 1_000;
/**
 * Another replica may have received events in a slightly different order: readers that reconnect
 * also get what arrived up to this long (ms) before their last message. Duplicates are harmless.
 */
const OVERLAP_MS = 3_000;

/** The latest messages of one space. */
export class LiveLog {
  private readonly entries: LiveEntry[] = [];
  private complete = true;
  /** The position of a reader that has not received any message. */
  readonly beginning = `begin-${randomBytes(8).toString('hex')}`;

  add(entry: LiveEntry): void {
    this.entries.push(entry);
    if (this.entries.length > MAX_ENTRIES) {
      this.entries.splice(0, this.entries.length - MAX_ENTRIES);
      this.complete = false;
    }
  }

  get lastId(): string {
    return this.entries.at(-1)?.id ?? this.beginning;
  }

  get lastAt(): number {
    return this.entries.at(-1)?.at ?? 0;
  }

  /** The messages that arrived since a time, in ms; null if some of them were evicted. */
  since(time: number): readonly LiveEntry[] | null {
    const found = this.entries.filter(({ at }) => at >= time);
    return this.complete || found.length < this.entries.length ? found : null;
  }

  /** The messages after the one with that id; null if unknown. */
  after(id: string): readonly LiveEntry[] | null {
    if (id === this.beginning) return this.complete ? this.entries : null;
    let index = this.entries.length - 1;
    while (index >= 0 && this.entries[index]!.id !== id) index -= 1;
    if (index === -1) return null;
    const from = this.entries[index]!.at - OVERLAP_MS;
    let start = index;
    while (start > 0 && this.entries[start - 1]!.at >= from) start -= 1;
    // The reader already has this message.
    return this.entries.slice(start).filter((entry) => entry.id !== id);
  }
}
