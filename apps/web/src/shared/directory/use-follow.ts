import type { FollowChoice, FollowTarget } from '@engawa/contracts';
import { showFailure, showToast } from '../feedback/toast.store';
import { useTexts } from '../intl/messages';
import { useProblemText } from '../problem/problem-text';
import { followTexts } from './follow.messages';
import { useListFollowsQuery, useSetFollowMutation } from './follows.api';

/** Whether the reader follows or muted something, and how to change it, with undo. */
export function useFollow(target: FollowTarget, targetId: string) {
  const t = useTexts(followTexts);
  const problemText = useProblemText();
  const { data: follows, isSuccess } = useListFollowsQuery();
  const [setFollow, { isLoading: busy }] = useSetFollowMutation();
  const found = follows?.find((one) => one.target === target && one.targetId === targetId);
  const choice = found?.choice ?? null;
  const put = (next: FollowChoice | null) => setFollow({ target, targetId, choice: next }).unwrap();
  const fail = (error: unknown) => showFailure(problemText(error));
  const change = (next: FollowChoice | null) =>
    void put(next).then(
      () =>
        showToast(t(`follow.done.${next ?? 'none'}`), { undo: () => void put(choice).catch(fail) }),
      fail,
    );
  return { choice, isKnown: isSuccess, busy, change };
}
