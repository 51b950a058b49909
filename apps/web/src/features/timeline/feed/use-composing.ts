import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useNarrow } from '../../../shared/layout/use-wide';

/** State of an address that opens the composer: the page that it covers. */
type ComposerState = { opener?: string } | null;

/** The parameters of the address with the composer open or closed. */
function withComposer(params: URLSearchParams, open: boolean): URLSearchParams {
  if (open) params.set('write', '');
  else params.delete('write');
  return params;
}

/**
 * Whether the composer is open, and with which draft. ＋ of the bottom bar is an address, so that it
 * works on every page; so is a draft to continue.
 */
export function useComposing() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [params, setParams] = useSearchParams();
  const narrow = useNarrow();
  const write = params.has('write');
  const wantedDraft = params.get('draft') || null;
  const isAsked = write || wantedDraft !== null;
  const [draftId, setDraftId] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  if (wantedDraft && wantedDraft !== draftId) setDraftId(wantedDraft);
  if (isAsked && !narrow && !writing) setWriting(true);
  // On a phone the address stays while the composer covers the page: going back closes it.
  useLayoutEffect(() => {
    if (wantedDraft === null && (!write || narrow)) return;
    setParams(
      (now) => {
        now.delete('draft');
        return withComposer(now, narrow);
      },
      { replace: true },
    );
  }, [write, wantedDraft, narrow, setParams]);
  const setComposing = (open: boolean) => {
    setWriting(open && !narrow);
    // The page of now, for this is also called when a post could not be sent.
    const here = document.location;
    const isAddressed = new URLSearchParams(here.search).has('write');
    if (open === isAddressed || (open && !narrow) || here.pathname !== pathname) return;
    if (!open && (state as ComposerState)?.opener === pathname) void navigate(-1);
    else
      setParams(
        (now) => withComposer(now, open),
        open ? { state: { opener: pathname } } : { replace: true },
      );
  };
  return { composing: write || writing, setComposing, draftId };
}
