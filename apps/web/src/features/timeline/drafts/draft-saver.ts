import type { SaveDraftInput } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';

/** Which draft of the server a form belongs to. */
export interface DraftMark {
  id: string;
  /** That the server is known to have, which the next save follows; zero before the first. */
  revision: number;
  /** A save was begun, so that the server may have the draft whatever is known of it. */
  begun?: boolean;
  /** The form holds nothing that the server has not got. */
  settled?: boolean;
}

/** The body of a draft without its revision. */
export type DraftBody = Omit<SaveDraftInput, 'revision'>;

interface Ports {
  save(id: string, input: SaveDraftInput): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  /** The mark has changed and is to be remembered. */
  marked(mark: DraftMark): void;
  /** Whether the last text stands on the server. */
  saved(saved: boolean): void;
  newId(): string;
}

function isTextOf(
  current: unknown,
  body: DraftBody,
): current is Pick<SaveDraftInput, 'memo' | 'revision'> {
  const { memo, revision } = (current ?? {}) as Partial<SaveDraftInput>;
  return memo === body.memo && typeof revision === 'number';
}

/** How long typing rests before the server is told, in milliseconds. */
export const SAVE_REST_MS = 900;

/**
 * Saves one form as a draft while it is written: one request at a time, the newest text last.
 * A draft that was sent or is newer elsewhere is never overwritten: each save follows the one that
 * the server is known to have, and where another came in between the text goes on under a new id. After `end` nothing is saved any more, so that what was sent cannot come back.
 */
export function createDraftSaver(mark: DraftMark, ports: Ports) {
  let now = mark;
  let wanted: DraftBody | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const set = (next: DraftMark) => {
    now = next;
    ports.marked(next);
  };
  /** Sent, but nobody knows whether it arrived. */
  let unsure: DraftBody | null = null;
  const run = async () => {
    while (wanted) {
      const body = wanted;
      wanted = null;
      const { id, revision } = now;
      if (!now.begun) set({ ...now, begun: true });
      try {
        await ports.save(id, { ...body, revision: revision + 1 });
        unsure = null;
        if (now.id !== id) continue;
        const settled = wanted === null;
        set({ id, revision: revision + 1, begun: true, ...(settled ? { settled } : {}) });
        ports.saved(settled);
      } catch (error) {
        // Sent or thrown away meanwhile: that text is done with.
        if (now.id !== id) continue;
        const { status, current } = problemFrom(error);
        wanted ??= body;
        if (status === 412 && unsure && isTextOf(current, unsure)) {
          // An earlier save of this form arrived, although its answer was lost.
          set({ id, revision: current.revision, begun: true });
        } else if (status === 409 || status === 412) {
          set({ id: ports.newId(), revision: 0 });
        } else {
          unsure = body;
          return;
        }
        unsure = null;
      }
    }
  };
  const start = () => {
    timer = undefined;
    running ??= run().finally(() => {
      running = null;
    });
  };

  return {
    /** The connection is back: what could not be saved is tried again. */
    retry(): void {
      if (wanted && !timer) start();
    },
    /** What the form belongs to at this moment. */
    mark: () => now,
    /** The form has changed. */
    change(body: DraftBody): void {
      wanted = body;
      ports.saved(false);
      if (now.settled) set({ id: now.id, revision: now.revision, begun: true });
      clearTimeout(timer);
      timer = setTimeout(start, SAVE_REST_MS);
    },
    /** The form was emptied by hand: its draft goes. */
    async clear(): Promise<void> {
      clearTimeout(timer);
      wanted = null;
      await running;
      if (now.begun) await ports.remove(now.id).catch(() => undefined);
      set({ id: ports.newId(), revision: 0 });
    },
    /** The form is being sent: gives the draft that ends with it, and begins a new one. */
    end(): string | undefined {
      clearTimeout(timer);
      wanted = null;
      const id = now.begun ? now.id : undefined;
      set({ id: ports.newId(), revision: 0 });
      return id;
    },
    /** Another draft was opened in the form. */
    open(other: DraftMark): void {
      clearTimeout(timer);
      wanted = null;
      set({ ...other, begun: other.revision > 0 });
    },
    /** The page is left: what waits is saved without waiting longer. */
    flush(): void {
      if (!timer) return;
      clearTimeout(timer);
      start();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
