import type { Locale, PostImport } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { postCsvTexts } from './post-csv.messages';

/** Where posts are imported; `&import=` says which import is shown. */
export const importsPath = `${paths.spaceSetting}?part=import`;

/** Columns that an import reads, in the order of the template. */
const templateColumns = [
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

const failures = ['too-many-rows', 'broken-quotes', 'record-too-long', 'unreadable'] as const;

/** Why an import failed: what is wrong with the file, or that it stopped on the way. */
export function failureOf(job: Pick<PostImport, 'failure'>): (typeof failures)[number] | 'stopped' {
  return failures.find((reason) => job.failure?.code === `timeline.import.${reason}`) ?? 'stopped';
}
