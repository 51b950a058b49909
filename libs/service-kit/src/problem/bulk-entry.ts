import type { BulkAnswer, BulkResult, UnfitEntry } from '@engawa/contracts';
import { currentContext } from '../context/request-context';
import { problemDocument } from './problem-document';
import { ProblemError } from './problem-error';
import { inputProblem } from './zod-problem';

/** 400 for an entry of a bulk request that does not fit its contract. */
export function unfitEntryProblem({ issues, input }: UnfitEntry): ProblemError {
  return inputProblem('body', issues, currentContext()?.locale ?? 'ja', input);
}

/**
 * The answer of a bulk request. Pointers of an entry's problem are given as if the entry were the
 * body (`/body/memo`) and answered as places of the whole (`/body/items/3/memo`).
 */
export function bulkAnswerOf(
  results: readonly ({ id: string; version: number } | ProblemError)[],
): BulkAnswer {
  const context = currentContext();
  const request = { locale: context?.locale ?? 'ja', requestId: context?.requestId ?? '' } as const;
  const items = results.map((result, index): BulkResult => {
    if (!(result instanceof ProblemError)) {
      return { status: 201, id: result.id, version: result.version, problem: null };
    }
    const problem = problemDocument(result, request);
    const errors = problem.errors?.map((error) => ({
      ...error,
      pointer: error.pointer.replace(/^\/body/, `/body/items/${index}`),
    }));
    return {
      ...{ status: result.status, id: null, version: null },
      problem: errors ? { ...problem, errors } : problem,
    };
  });
  const created = items.filter(({ status }) => status === 201).length;
  return { items, created, refused: items.length - created };
}
