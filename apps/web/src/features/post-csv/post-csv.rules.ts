import type { Locale, PostImport } from '@engawa/contracts';
import { postCsvTexts } from './post-csv.messages';

/** Columns that an import reads, in the order of the template. */
export const templateColumns = [
  'talkedAt',
  'staffEmail',
  'members',
  'memberIds',
  'labels',
  'memo',
] as const;

/** Columns that a refusal may name. */
export const refusableColumns = ['id', 'staff', ...templateColumns] as const;

/** An empty file with the headings in the reader's language; UTF-8 with BOM, for spreadsheets. */
export function templateOf(locale: Locale): string {
  const headings = templateColumns.map((name) => postCsvTexts[`postCsv.column.${name}`][locale]);
  return `\ufeff${headings.join(',')}\r\n`;
}

/** How far an import is, 0 to 1. */
export function progressOf(job: Pick<PostImport, 'state' | 'rows' | 'processed'>): number {
  if (job.state !== 'running') return 1;
  return job.rows === 0 ? 0 : Math.min(1, job.processed / job.rows);
}
