import { useRef } from 'react';
import { useTexts } from '../intl/messages';
import { type ApiProblem, problemFrom } from '../problem/api-problem';
import { lostPasswordAnswerTexts } from './lost-password-answer.messages';

/** Whether there was no answer, or none of the service behind the gateway: the request may be done. */
export function isLostAnswer({ status }: ApiProblem): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * Explains the problem of a password change. One whose answer was lost may be done: it has ended the session,
 * and the old password is refused.
 */
export function useLostPasswordAnswer(): (error: unknown) => ApiProblem {
  const t = useTexts(lostPasswordAnswerTexts);
  const wasLost = useRef(false);
  return (error) => {
    const problem = problemFrom(error);
    if (isLostAnswer(problem)) {
      wasLost.current = true;
      return { ...problem, code: 'password.unknown', text: t('password.unknown') };
    }
    const isRefused = problem.status === 401 || problem.code === 'identity.password.wrong';
    if (!wasLost.current || !isRefused) return problem;
    return { ...problem, code: 'password.changed', text: t('password.changed'), fields: [] };
  };
}
