import type { PostImportRow } from '@engawa/contracts';
import type { ImportTrace } from '@engawa/imports';

/** Removes a name from imports: from rejected cells, and files that contain it are deleted. */
export function traceOf(redact: (text: string) => string): ImportTrace<PostImportRow> {
  const isNamed = (text: string) => redact(text) !== text;
  return {
    isConcerned: ({ problems }) => problems.some(({ value }) => isNamed(value)),
    rewrite: (row) => ({
      ...row,
      problems: row.problems.map((problem) => ({ ...problem, value: redact(problem.value) })),
    }),
    isNamed: (cells) => cells.some(isNamed),
  };
}
