import type { PostImportRow } from '@engawa/contracts';
import type { ImportTrace } from '@engawa/imports';

/** Removes a name from imports: from rejected cells, and files that contain it are deleted. */
export function traceOf(redact: (text: string) => string): ImportTrace<PostImportRow> {
  const isNamed = (text: string) => redact(text) !== text;
  return {
    rewrite: (row) => {
      const problems = row.problems.map((one) => ({ ...one, value: redact(one.value) }));
      return row.problems.some(({ value }) => isNamed(value)) ? { ...row, problems } : row;
    },
    isNamed: (cells) => cells.some(isNamed),
  };
}
