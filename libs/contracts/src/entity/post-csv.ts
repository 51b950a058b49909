import { z } from 'zod';
import { id, instant } from '../primitive';

/** downloadPosts: posts whose talk was in [from, to), oldest first, as CSV (TML-9). */
export const downloadPostsQuery = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
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
  memo: { ja: 'メモ', en: 'Memo' },
  attachments: { ja: '添付ファイル', en: 'Attachments' },
  taskStatus: { ja: 'タスクの状態', en: 'Task status' },
  assignee: { ja: '担当者', en: 'Assignee' },
  comments: { ja: 'コメント数', en: 'Comments' },
  reactions: { ja: 'リアクション数', en: 'Reactions' },
  createdAt: { ja: '作成日時', en: 'Created' },
  updatedAt: { ja: '更新日時', en: 'Updated' },
} as const;
export type PostCsvColumn = keyof typeof postCsvColumns;

/** Most rows of one import, and the largest file in bytes. */
export const POST_IMPORT_MAX_ROWS = 50_000;
export const POST_IMPORT_MAX_BYTES = 20 * 1024 * 1024;

/** Why a cell is refused. */
export const postImportReasons = {
  required: { ja: '入力してください', en: 'This must be filled in' },
  'too-long': { ja: '長すぎます', en: 'This is too long' },
  'wrong-time': { ja: '日時として読み取れません', en: 'This is no date and time' },
  'time-ahead': {
    ja: '1日より先の日時は指定できません',
    en: 'This is more than a day ahead',
  },
  'unknown-staff': { ja: 'このスタッフは存在しません', en: 'There is no such staff' },
  'unknown-member': { ja: 'この会員は存在しません', en: 'There is no such member' },
  'several-members': {
    ja: '同じ名前の会員が複数います。会員IDで指定してください',
    en: 'Several members have this name; give the member ID',
  },
  'unknown-label': { ja: 'このラベルは存在しません', en: 'There is no such label' },
  'wrong-cell-count': {
    ja: '列の数が見出しと合いません',
    en: 'The number of cells differs from the heading',
  },
} as const;
export type PostImportReason = keyof typeof postImportReasons;

/** A row that is refused: where and why. */
export const postImportRefusal = z.object({
  line: z.int().min(1).meta({ description: 'Line of the file, the heading being 1' }),
  column: z.string(),
  reason: z.enum(Object.keys(postImportReasons) as [PostImportReason, ...PostImportReason[]]),
  value: z.string(),
});
export type PostImportRefusal = z.infer<typeof postImportRefusal>;

export const postImport = z
  .object({
    id,
    state: z.enum(['running', 'done', 'failed']),
    dryRun: z.boolean(),
    rows: z.int().min(0),
    processed: z.int().min(0),
    added: z.int().min(0),
    unchanged: z.int().min(0).meta({ description: 'Rows that an earlier run added already' }),
    refused: z.int().min(0),
    refusals: z.array(postImportRefusal).meta({ description: 'The first 100' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
    fileName: z.string(),
    startedBy: id,
  })
  .meta({ id: 'PostImport' });
export type PostImport = z.infer<typeof postImport>;

/** listPostImports: the last ten. */
export const listPostImportsAnswer = z.object({ items: z.array(postImport) });

/** Query of importPostsFromCsv; the file is the one part `file` of a multipart body. */
export const importPostsQuery = z.strictObject({
  dryRun: z.enum(['true', 'false']).default('true'),
});
export type ImportPostsQuery = z.infer<typeof importPostsQuery>;
