import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { createDraftSaver, type DraftMark, type DraftSaver } from './draft-saver';
import { draftsApi } from './drafts.api';
import type { ApiDispatch } from './thread-cache';

const KEY = 'engawa.draft.';

function readMark(key: string): DraftMark {
  try {
    const mark = JSON.parse(localStorage.getItem(KEY + key) ?? 'null') as DraftMark | null;
    if (mark && typeof mark.id === 'string' && Number.isInteger(mark.revision)) return mark;
  } catch {
    // Storage that cannot be read is no storage.
  }
  return { id: crypto.randomUUID(), revision: 0 };
}

/** Saves a form as a draft of the server; `key` is the same as that of the text on this device. */
export function useDraft(key: string): { saver: DraftSaver; saved: boolean } {
  const dispatch = useDispatch<ApiDispatch>();
  const [saved, setSaved] = useState(false);
  const [saver] = useState(() => {
    const { saveDraft, deleteDraft } = draftsApi.endpoints;
    return createDraftSaver(readMark(key), {
      save: (id, input) => dispatch(saveDraft.initiate({ id, input })).unwrap(),
      remove: (id) => dispatch(deleteDraft.initiate(id)).unwrap(),
      marked: (mark) => {
        try {
          localStorage.setItem(KEY + key, JSON.stringify(mark));
        } catch {
          // Without storage the draft is still saved, only under a new id next time.
        }
      },
      saved: setSaved,
      newId: () => crypto.randomUUID(),
    });
  });
  const held = useRef(saver);
  useEffect(() => {
    const leave = () => held.current.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return { saver, saved };
}
