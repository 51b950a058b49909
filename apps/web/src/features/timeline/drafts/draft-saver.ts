import type { SaveDraftInput } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';

/** The server draft of a form. */
export interface DraftMark {
  id: string;
  /** Revision that the server is known to have; zero before the first save. */
  revision: number;
  /** A save was started, so the server may have the draft. */
  begun?: boolean;
  /** The server has the whole form. */
  settled?: boolean;
}

/** A draft of a text that was cleared. */
export interface DiscardedDraft {
  id: string;
  /** Of the cleared text; a later one was written on another device. */
  revision: number;
}

/** The body of a draft without its revision. */
export type DraftBody = Omit<SaveDraftInput, 'revision'>;

interface Ports {
  save(id: string, input: SaveDraftInput): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  /** Has a draft of a cleared text deleted later: the server is away. */
  removeLater(draft: DiscardedDraft): void;
  /** A draft that was to be deleted later is in use again. */
  keep(id: string): void;
  /** Called when the mark changes and must be stored. */
  marked(mark: DraftMark): void;
  /** Whether the server has the latest text. */
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

/** Debounce of saves. */
export const SAVE_DEBOUNCE_MS = 900;
/** Longest wait for a save without which the form cannot take another text. */
const SETTLE_MS = 5_000;

/** Whether the server refuses the request, however often it is sent. */
const isRefusal = (status: number) =>
  status >= 400 && status < 500 && status !== 401 && status !== 429;

/**
 * Saves a form as a draft while it is typed: one request at a time, the newest text last. Never
 * overwrites a draft that was sent or is newer elsewhere: each save follows the revision known of
 * the server; if another came in between, the text continues under a new id. After `end` nothing is
 * saved, so that sent text cannot return.
 *
 * @param toRemove drafts of texts that were cleared before and are still to be deleted
 */
export function createDraftSaver(
  mark: DraftMark,
  ports: Ports,
  toRemove: readonly DiscardedDraft[] = [],
) {
  let now = mark;
  let wanted: DraftBody | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  /** Revisions of cleared texts, by draft. */
  const cleared = new Map(toRemove.map(({ id, revision }) => [id, revision]));

  const set = (next: DraftMark) => {
    now = next;
    ports.marked(now);
  };
  /** Sent, but its answer is unknown. */
  let unsure: DraftBody | null = null;
  /** The server does not take this text, however often it is sent. */
  let refused = false;
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
        // Sent or deleted meanwhile: that text is done.
        if (now.id !== id) continue;
        const { status, current } = problemFrom(error);
        wanted ??= body;
        if (status === 412 && unsure && isTextOf(current, unsure)) {
          // An earlier save arrived although its answer was lost.
          set({ id, revision: current.revision, begun: true });
        } else if (status === 409 || status === 412) {
          set({ id: ports.newId(), revision: 0 });
        } else {
          unsure = body;
          refused = isRefusal(status);
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
    /** Saves again what the server could not. */
    retry(): void {
      if (wanted && !timer && !refused) start();
    },
    /** The current mark. */
    mark: () => now,
    /** Whether this text was cleared here; a list that was read before may still have it. */
    isCleared: ({ id, revision }: Pick<DraftMark, 'id' | 'revision'>) =>
      revision <= (cleared.get(id) ?? -1),
    /** Call when the form changes. */
    change(body: DraftBody): void {
      wanted = body;
      refused = false;
      ports.saved(false);
      if (now.settled) set({ id: now.id, revision: now.revision, begun: true });
      clearTimeout(timer);
      timer = setTimeout(start, SAVE_DEBOUNCE_MS);
    },
    /** Call when the form was cleared by hand: deletes its draft. */
    async clear(): Promise<void> {
      clearTimeout(timer);
      wanted = null;
      const { id, begun } = now;
      // A save that is under way, or whose answer was lost, may have made one more.
      const revision = now.revision + (running || unsure ? 1 : 0);
      if (begun) cleared.set(id, revision);
      // At once, so that neither its last save nor the next text returns to this draft.
      set({ id: ports.newId(), revision: 0 });
      await running;
      if (!cleared.has(id)) return;
      try {
        await ports.remove(id);
      } catch (error) {
        // Unless it is deleted already, or kept whatever is asked, or opened again meanwhile.
        if (isRefusal(problemFrom(error).status) || !cleared.has(id)) return;
        ports.removeLater({ id, revision });
      }
    },
    /** Call when the form is sent: returns the draft that ends with it, and starts a new one. */
    end(): string | undefined {
      clearTimeout(timer);
      wanted = null;
      const id = now.begun ? now.id : undefined;
      set({ id: ports.newId(), revision: 0 });
      return id;
    },
    /** Call when another draft was opened in the form. */
    open(other: DraftMark): void {
      clearTimeout(timer);
      wanted = null;
      cleared.delete(other.id);
      ports.keep(other.id);
      set({ ...other, begun: other.begun === true || other.revision > 0 });
    },
    /** Saves now; returns whether the server has the whole form within some seconds. */
    async settle(): Promise<boolean> {
      clearTimeout(timer);
      if (wanted) start();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]);
      return now.settled === true;
    },
    /** Saves pending text immediately, when the page is left. */
    flush(): void {
      if (!timer) return;
      clearTimeout(timer);
      start();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
