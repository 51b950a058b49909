import { useMounted } from '../layout/use-mounted';
import { useProblemText } from '../problem/problem-text';
import { showFailure } from './toast.store';

/** Shows a failure as a toast if the form that would show it is closed by then. */
export function useTellClosed(): (error: unknown) => void {
  const isMounted = useMounted();
  const problemText = useProblemText();
  return (error) => {
    if (!isMounted()) showFailure(problemText(error));
  };
}
