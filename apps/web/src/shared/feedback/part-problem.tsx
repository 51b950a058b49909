import { useCallbackRef } from '@mantine/hooks';
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react';
import { ProblemNotice } from './states';

interface Problem {
  error: unknown;
  onRetry: () => void;
}

const Register = createContext<((problem: Problem) => () => void) | null>(null);

/** One notice for all {@link PartProblem}s below it: an outage is told once and retried at once. */
export function SharedNotice({ children }: { children: ReactNode }) {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const register = useCallback((problem: Problem) => {
    setProblems((now) => [...now, problem]);
    return () => setProblems((now) => now.filter((other) => other !== problem));
  }, []);
  return (
    <Register value={register}>
      {problems[0] ? (
        <ProblemNotice
          error={problems[0].error}
          onRetry={() => problems.forEach(({ onRetry }) => onRetry())}
        />
      ) : null}
      {children}
    </Register>
  );
}

/** The error of a part of a page; in a {@link SharedNotice} it is shown there. */
export function PartProblem({ error, onRetry }: Problem) {
  const register = use(Register);
  const retry = useCallbackRef(onRetry);
  useLayoutEffect(() => register?.({ error, onRetry: retry }), [register, error, retry]);
  return register ? null : <ProblemNotice error={error} onRetry={onRetry} />;
}

interface Query {
  data?: unknown;
  error?: unknown;
  refetch: () => unknown;
}

/** The error of queries that failed and have nothing to show; one retry repeats all of them. */
export function FailedQueries({ of }: { of: readonly Query[] }) {
  const failed = of.filter(({ data, error }) => error && !data);
  if (!failed[0]) return null;
  return (
    <PartProblem
      error={failed[0].error}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
    />
  );
}
