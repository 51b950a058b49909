import type { Draft, SaveDraftInput } from '@engawa/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { readOnce } from '../../../shared/api/read-once';
import { onRetry } from '../../../shared/live/retry';
import { problemFrom } from '../../../shared/problem/api-problem';
import { useSession } from '../../../shared/session/use-session';
import {
  createDraftSaver,
  type DiscardedDraft,
  type DraftMark,
  type DraftSaver,
} from './draft-saver';
import { draftsApi, useListDraftsQuery } from './drafts.api';
import { discardedDraftsOf, dropWaiting, putWaiting } from './send-queue';
import type { ApiDispatch } from '../thread/thread-cache';

const KEY = 'engawa.draft.';

function readMark(key: string): DraftMark {
  try {
    const mark = JSON.parse(localStorage.getItem(KEY + key) ?? 'null') as DraftMark | null;
    if (mark && typeof mark.id === 'string' && Number.isInteger(mark.revision)) return mark;
  } catch {
    // Blocked storage is empty.
  }
  return { id: crypto.randomUUID(), revision: 0 };
}

/** Callbacks for a draft that changes in another window or on another device. */
export interface DraftFollower {
  /** It was sent or deleted there. */
  ended(): void;
  /** It was continued there. */
  newer(draft: Draft): void;
}

/**
 * Saves a form as a draft on the server; `key` is that of the text on this device. A form without
 * unsaved text follows its draft elsewhere, so that sent text does not return; unsaved text is
 * never touched.
 */
export function useDraft(
  key: string,
  follower: DraftFollower,
): { saver: DraftSaver; saved: boolean } {
  const dispatch = useDispatch<ApiDispatch>();
  const session = useSession();
  const [saved, setSaved] = useState(false);
  const [first] = useState(() => readMark(key));
  const [mark, setMark] = useState(first);
  const [saver] = useState(() => {
    const { saveDraft, deleteDraft } = draftsApi.endpoints;
    const ports = {
      save: (id: string, input: SaveDraftInput) =>
        dispatch(saveDraft.initiate({ id, input })).unwrap(),
      remove: (id: string) => dispatch(deleteDraft.initiate(id)).unwrap(),
      removeLater: ({ id, revision }: DiscardedDraft) =>
        putWaiting({
          ...{ kind: 'discardedDraft', key: id, revision },
          ...{ staffId: session.staff.id, at: new Date().toISOString() },
        }),
      keep: dropWaiting,
      marked: (next: DraftMark) => {
        setMark(next);
        try {
          localStorage.setItem(KEY + key, JSON.stringify(next));
        } catch {
          // Without storage the draft is still saved, but under a new id next time.
        }
      },
      saved: setSaved,
      newId: () => crypto.randomUUID(),
    };
    return createDraftSaver(first, ports, discardedDraftsOf(session));
  });
  const held = useRef(saver);
  useEffect(() => {
    const leave = () => held.current.flush();
    window.addEventListener('pagehide', leave);
    const stopRetry = onRetry(() => held.current.retry());
    return () => {
      window.removeEventListener('pagehide', leave);
      stopRetry();
      leave();
    };
  }, []);

  const isFollowing = mark.settled === true && mark.revision > 0;
  const { data: drafts } = useListDraftsQuery(undefined, { skip: !isFollowing });
  const onEnded = useEffectEvent((gone: DraftMark) => {
    const now = saver.mark();
    if (!now.settled || now.id !== gone.id) return;
    saver.open({ id: crypto.randomUUID(), revision: 0 });
    follower.ended();
  });
  const onNewer = useEffectEvent((draft: Draft) => {
    if (!saver.mark().settled) return;
    saver.open({ id: draft.id, revision: draft.revision, settled: true });
    follower.newer(draft);
  });
  useEffect(() => {
    if (!isFollowing || !drafts) return;
    const there = drafts.find((draft) => draft.id === mark.id);
    if (there) {
      if (there.revision > mark.revision) onNewer(there);
      return;
    }
    // The list may be outdated or incomplete: ask for the draft itself.
    const asking = dispatch(draftsApi.endpoints.getDraft.initiate(mark.id, { forceRefetch: true }));
    readOnce(asking).catch((error: unknown) => {
      if (problemFrom(error).status === 404) onEnded(mark);
    });
  }, [isFollowing, drafts, mark, dispatch]);
  return { saver, saved };
}
