import type { Locale, PostImport } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { postCsvTexts } from './post-csv.messages';

/** Page of post imports; `&import=` selects one. */
export const importsPath = `${paths.spaceSetting}?part=import`;

/** Columns of an import in template order. */
const templateColumns = [
  'talkedAt',
  'staffEmail',
  'members',
  'memberIds',
  'labels',
  'memo',
] as const;

/** Columns in rejections. */
export const refusableColumns = ['id', 'staff', ...templateColumns] as const;

/**
 * An empty file with headings in the reader's language; UTF-8 with byte order mark, for
 * spreadsheets.
 */
export function templateOf(locale: Locale): string {
  const headings = templateColumns.map((name) => postCsvTexts[`postCsv.column.${name}`][locale]);
  return `\ufeff${headings.join(',')}\r\n`;
}

const failures = ['too-many-rows', 'broken-quotes', 'record-too-long', 'unreadable'] as const;

/** Why an import failed: the file, or an interruption. */
export function failureOf(job: Pick<PostImport, 'failure'>): (typeof failures)[number] | 'stopped' {
  return failures.find((reason) => job.failure?.code === `timeline.import.${reason}`) ?? 'stopped';
}
