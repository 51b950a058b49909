import type { SaveDraftInput } from '@engawa/contracts';
import { problemFrom } from '../../shared/problem/api-problem';

/** Which draft of the server a form belongs to. */
export interface DraftMark {
  id: string;
  /** Of the last save that was begun; zero before the first. */
  revision: number;
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

/** How long typing rests before the server is told, in milliseconds. */
export const SAVE_REST_MS = 900;

/**
 * Saves one form as a draft while it is written: one request at a time, the newest text last.
 * A draft that was sent or is newer elsewhere is never overwritten: the text goes on under a new
 * id. After `end` nothing is saved any more, so that what was sent cannot come back.
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
  const run = async () => {
    while (wanted) {
      const body = wanted;
      wanted = null;
      const { id } = now;
      set({ id, revision: now.revision + 1 });
      try {
        await ports.save(id, { ...body, revision: now.revision });
        if (now.id === id) {
          ports.saved(wanted === null);
          if (wanted === null) set({ ...now, settled: true });
        }
      } catch (error) {
        const { status } = problemFrom(error);
        // Sent or thrown away meanwhile: that text is done with.
        if (now.id !== id) continue;
        if (status !== 409 && status !== 412) return;
        set({ id: ports.newId(), revision: 0 });
        wanted ??= body;
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
    /** What the form belongs to at this moment. */
    mark: () => now,
    /** The form has changed. */
    change(body: DraftBody): void {
      wanted = body;
      ports.saved(false);
      if (now.settled) set({ id: now.id, revision: now.revision });
      clearTimeout(timer);
      timer = setTimeout(start, SAVE_REST_MS);
    },
    /** The form was emptied by hand: its draft goes. */
    async clear(): Promise<void> {
      clearTimeout(timer);
      wanted = null;
      await running;
      if (now.revision > 0) await ports.remove(now.id).catch(() => undefined);
      set({ id: ports.newId(), revision: 0 });
    },
    /** The form is being sent: gives the draft that ends with it, and begins a new one. */
    end(): string | undefined {
      clearTimeout(timer);
      wanted = null;
      const id = now.revision > 0 ? now.id : undefined;
      set({ id: ports.newId(), revision: 0 });
      return id;
    },
    /** Another draft was opened in the form. */
    open(other: DraftMark): void {
      clearTimeout(timer);
      wanted = null;
      set(other);
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
