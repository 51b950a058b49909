import { z } from 'zod';
import { id, instant, pageOf, version } from '../primitive';
import {
  importCourse,
  importedFile,
  importNextRow,
  importRowPlace,
  importRowsPage,
} from './file-import';

/** downloadPosts: posts whose talk was in [from, to), oldest first, as CSV (TML-9). */
export const downloadPostsQuery = z.strictObject({
  from: instant.optional().meta({ description: 'Only talks at or after this instant' }),
  to: instant.optional().meta({ description: 'Only talks before this instant' }),
});
export type DownloadPostsQuery = z.infer<typeof downloadPostsQuery>;

/** The columns of a post CSV, with their heading in each language. */
export const postCsvColumns = {
  id: { ja: '投稿ID', en: 'Post ID' },
  talkedAt: { ja: '話した日時', en: 'Talk time' },
  staff: { ja: 'スタッフ', en: 'Staff' },
  staffEmail: { ja: 'スタッフのメールアドレス', en: 'Staff e-mail' },
  members: { ja: '会員', en: 'Members' },
  memberIds: { ja: '会員ID', en: 'Member IDs' },
  labels: { ja: 'ラベル', en: 'Labels' },
  memo: { ja: '本文', en: 'Text' },
  attachments: { ja: '添付ファイル', en: 'Attachments' },
  taskStatus: { ja: 'タスクの状態', en: 'Task status' },
  assignee: { ja: '担当者', en: 'Assignee' },
  comments: { ja: 'コメント数', en: 'Comments' },
  reactions: { ja: 'リアクション数', en: 'Reactions' },
  createdAt: { ja: '作成日時', en: 'Created' },
  updatedAt: { ja: '更新日時', en: 'Updated' },
} as const;
export type PostCsvColumn = keyof typeof postCsvColumns;

/** Headings of files that 2.13.0 and earlier wrote; an import reads them still. */
export const formerPostCsvHeadings: Partial<Record<PostCsvColumn, readonly string[]>> = {
  memo: ['メモ', 'Memo'],
};

/** Heading of the last column of an import's report. */
export const postCsvErrorHeading = { ja: 'エラー内容', en: 'Error' } as const;

/** Most rows of one import, and largest file in bytes. */
export const POST_IMPORT_MAX_ROWS = 50_000;
export const POST_IMPORT_MAX_BYTES = 20 * 1024 * 1024;
/** Retention of an import's file after its end; its report goes with it. */
export const POST_IMPORT_KEPT_DAYS = 30;

/** Why a cell is rejected. */
export const postImportReasons = {
  required: { ja: '入力してください', en: 'Required' },
  'too-long': { ja: '長すぎます', en: 'Too long' },
  'control-character': {
    ja: '使用できない文字があります',
    en: 'Contains characters that are not allowed',
  },
  'wrong-time': { ja: '日時として読み取れません', en: 'Not a date and time' },
  'time-ahead': {
    ja: '1日より先の日時は指定できません',
    en: 'More than a day ahead',
  },
  'unknown-staff': { ja: 'このスタッフは存在しません', en: 'Unknown staff member' },
  'several-staff': {
    ja: '同じ名前のスタッフが複数います。スタッフのメールアドレスで指定してください',
    en: 'Several staff members have this name; give the staff e-mail',
  },
  'unknown-member': { ja: 'この会員は存在しません', en: 'Unknown member' },
  'several-members': {
    ja: '同じ名前の会員が複数います。会員IDで指定してください',
    en: 'Several members have this name; give the member ID',
  },
  'unknown-label': { ja: 'このラベルは存在しません', en: 'Unknown label' },
  'wrong-cell-count': {
    ja: '列の数が見出しと合いません',
    en: 'The number of cells differs from the header',
  },
} as const;
export type PostImportReason = keyof typeof postImportReasons;

/** The error of a cell. */
export const postImportProblem = z.object({
  column: z.string().meta({ description: 'A column of the export, such as `talkedAt`' }),
  reason: z.enum(Object.keys(postImportReasons) as [PostImportReason, ...PostImportReason[]]),
  value: z.string().meta({ description: 'At most 100 characters of the cell' }),
});
export type PostImportProblem = z.infer<typeof postImportProblem>;

/** A rejected row: where and why. */
export const postImportRow = z
  .object({
    ...importRowPlace,
    problems: z.array(postImportProblem),
  })
  .meta({ id: 'PostImportRow' });
export type PostImportRow = z.infer<typeof postImportRow>;

/** Result of a row; unchanged is an existing post. */
export const postImportVerdicts = ['add', 'unchanged', 'refused'] as const;
export const postImportVerdict = z.enum(postImportVerdicts);
export type PostImportVerdict = z.infer<typeof postImportVerdict>;

export const postImportStates = [
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'failed',
] as const;

/** An import of posts with its dry run and its job (TML-9). */
export const postImport = z
  .object({
    id,
    version,
    state: z.enum(postImportStates),
    ...importedFile,
    counts: z.record(postImportVerdict, z.int().min(0)),
    ...importCourse,
  })
  .meta({ id: 'PostImport' });
export type PostImport = z.infer<typeof postImport>;

export const listPostImportsAnswer = pageOf(postImport);

/** listPostImportRows: rejected rows of the run if there is one, else of the check. */
export const listPostImportRowsQuery = z.strictObject({
  ...importRowsPage,
});
export type ListPostImportRowsQuery = z.infer<typeof listPostImportRowsQuery>;
export const listPostImportRowsAnswer = z.object({
  items: z.array(postImportRow),
  nextRow: importNextRow,
});
export type ListPostImportRowsAnswer = z.infer<typeof listPostImportRowsAnswer>;
