import type { LiveEntry } from './live-log';
import { changeText, type LiveContents } from './live-message';

/** Messages that are written to all readers of a space at once, serialized once per kind of reader. */
export class LiveBatch {
  private readonly named: ReadonlySet<string | null>;
  private readonly written = new Map<string, Buffer>();

  constructor(
    private readonly entries: readonly LiveEntry[],
    private readonly contents: ReadonlyMap<number, LiveContents>,
    /** Whether a reader that reconnects has everything up to each of these messages. */
    private readonly isPosition = true,
  ) {
    this.named = new Set(entries.map(({ staffId }) => staffId));
  }

  /** What a staff member receives; null if nothing concerns them. */
  bytesFor(staffId: string, withContents: boolean): Buffer | null {
    const key = `${withContents}/${this.named.has(staffId) ? staffId : ''}`;
    let bytes = this.written.get(key);
    if (!bytes) {
      const texts = this.entries.map((entry, at) => {
        if (!isFor(entry, staffId)) return '';
        const contents = withContents ? this.contents.get(at) : undefined;
        return changeText(this.isPosition ? entry.id : null, entry.message, contents);
      });
      bytes = Buffer.from(texts.join(''));
      this.written.set(key, bytes);
    }
    return bytes.length === 0 ? null : bytes;
  }
}

export function isFor({ staffId }: LiveEntry, sub: string): boolean {
  return staffId === null || staffId === sub;
}
