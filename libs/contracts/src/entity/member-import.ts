import { z } from 'zod';
import { cursor, id, instant, pageOf, version } from '../primitive';
import {
  importCourse,
  importedFile,
  importNextRow,
  importRowPlace,
  importRowsPage,
} from './file-import';
import { member, memberTypeFilter } from './member';
import { memberFieldNames, memberFields } from './member-field';

/** Largest CSV file in bytes, and most rows. */
export const MEMBER_CSV_MAX_BYTES = 32 * 1024 * 1024;
export const MEMBER_CSV_MAX_ROWS = 200_000;
/** Retention of an import's file after its end; its report goes with it. */
export const MEMBER_CSV_KEPT_DAYS = 30;
/** Largest photo in bytes, and most photos per upload. */
export const MEMBER_PHOTO_MAX_BYTES = 4 * 1024 * 1024;
export const MEMBER_PHOTO_MAX_FILES = 200;

/** What an import does: adds members, updates them, or updates their type only (MBR-4). */
export const memberImportModes = ['add', 'update', 'updateType'] as const;
export const memberImportMode = z.enum(memberImportModes);
export type MemberImportMode = z.infer<typeof memberImportMode>;

/** Columns of a member CSV, with their heading in each language. */
export const memberCsvColumns = {
  id: { ja: '会員ID', en: 'Member ID' },
  ...memberFields,
  typeOfContract: { ja: '会員種別', en: 'Member type' },
  photoFileName: { ja: '写真ファイル名', en: 'Photo file name' },
  lastTalkedAt: { ja: '最終会話日時', en: 'Last talk' },
  error: { ja: 'エラー内容', en: 'Error' },
} as const satisfies Record<string, { ja: string; en: string }>;
export type MemberCsvColumn = keyof typeof memberCsvColumns;

/** Result of a row. */
export const memberImportVerdicts = ['add', 'change', 'unchanged', 'duplicate', 'refused'] as const;
export const memberImportVerdict = z.enum(memberImportVerdicts);
export type MemberImportVerdict = z.infer<typeof memberImportVerdict>;

/** Why a cell is rejected, with texts. */
export const memberImportReasons = {
  required: { ja: '入力してください', en: 'Required' },
  'too-long': { ja: '長すぎます', en: 'Too long' },
  'control-character': {
    ja: '使用できない文字があります',
    en: 'Contains characters that are not allowed',
  },
  'not-email': { ja: 'メールアドレスの形ではありません', en: 'Not an e-mail address' },
  'not-date': {
    ja: '日付として読めません（例: 1985-04-01）',
    en: 'Not a date, such as 1985-04-01',
  },
  'not-number': { ja: '数として読めません', en: 'Not a number' },
  'unknown-choice': { ja: 'この選択肢は存在しません', en: 'Unknown choice' },
  'unknown-type': { ja: 'この会員種別は存在しません', en: 'Unknown member type' },
  'unknown-member': { ja: 'この会員は存在しません', en: 'Unknown member' },
  'deleted-member': { ja: 'この会員は退会済みです', en: 'This member has resigned' },
  'same-row-twice': {
    ja: '同じ会員がファイル内に複数あります',
    en: 'This member is in the file twice',
  },
  'changed-since-check': {
    ja: '確認したあとで、ほかの人が変更しました',
    en: 'Somebody changed this after the check',
  },
  'wrong-cell-count': {
    ja: '列の数が見出しと合いません',
    en: 'The number of cells differs from the header',
  },
} as const;
export type MemberImportReason = keyof typeof memberImportReasons;
const reason = z.enum(
  Object.keys(memberImportReasons) as [MemberImportReason, ...MemberImportReason[]],
);

export const memberImportRow = z
  .object({
    ...importRowPlace,
    verdict: memberImportVerdict,
    name: z.string(),
    memberId: id
      .nullable()
      .meta({ description: 'Member that the row added, changed or duplicates' }),
    duplicateOfRow: z.int().nullable(),
    changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    problems: z.array(z.object({ column: z.string(), reason, value: z.string() })),
  })
  .meta({ id: 'MemberImportRow' });
export type MemberImportRow = z.infer<typeof memberImportRow>;

export const memberImportStates = [
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'reverting',
  'reverted',
  'failed',
] as const;

/** An import with its dry run, its job and its revert. */
export const memberImport = z
  .object({
    id,
    version,
    mode: memberImportMode,
    state: z.enum(memberImportStates),
    ...importedFile,
    counts: z.record(memberImportVerdict, z.int().min(0)),
    addDuplicates: z.boolean().meta({ description: 'Whether likely duplicates are added as well' }),
    reverted: z.int().min(0),
    notReverted: z
      .int()
      .min(0)
      .meta({ description: 'Rows that were changed since and therefore kept' }),
    ...importCourse,
  })
  .meta({ id: 'MemberImport' });
export type MemberImport = z.infer<typeof memberImport>;

/**
 * addMembersFromCsv and similar: the file is the part `file` of a multipart body. With `dryRun`
 * (default) it stops after the check and waits for runMemberImport.
 */
export const memberCsvQuery = z.strictObject({
  dryRun: z.enum(['true', 'false']).default('true').meta({
    description:
      '`true`: stop after the check and wait for runMemberImport; `false`: carry it out at once',
  }),
  addDuplicates: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Whether rows that probably name an existing member are added as well' }),
});
export type MemberCsvQuery = z.infer<typeof memberCsvQuery>;

export const runMemberImportInput = z.strictObject({ addDuplicates: z.boolean().default(false) });
export type RunMemberImportInput = z.infer<typeof runMemberImportInput>;

export const listMemberImportsAnswer = pageOf(memberImport);

export const listMemberImportRowsQuery = z.strictObject({
  verdict: memberImportVerdict.optional().meta({ description: 'Only rows with this result' }),
  ...importRowsPage,
});
export type ListMemberImportRowsQuery = z.infer<typeof listMemberImportRowsQuery>;
export const listMemberImportRowsAnswer = z.object({
  items: z.array(memberImportRow),
  nextRow: importNextRow,
});

/** The heading is in the given language. */
export const memberCsvTemplateQuery = z.strictObject({
  mode: memberImportMode
    .default('add')
    .meta({ description: 'The kind of import that the template is for' }),
  language: z.enum(['ja', 'en']).default('ja'),
});
export type MemberCsvTemplateQuery = z.infer<typeof memberCsvTemplateQuery>;

export const downloadMembersQuery = z.strictObject({
  language: z.enum(['ja', 'en']).default('ja'),
  typeId: memberTypeFilter,
  ids: z
    .string()
    .regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/)
    .optional()
    .meta({ description: 'Only these members, up to 100 ids with commas between them' }),
});
export type DownloadMembersQuery = z.infer<typeof downloadMembersQuery>;

/** uploadMemberPhotos: result of each file; matched by the photo file name of the CSV. */
export const uploadMemberPhotosAnswer = z.object({
  items: z.array(
    z.object({
      fileName: z.string(),
      memberId: id.nullable(),
      refusal: z
        .enum(['no-member', 'several-members', 'too-large', 'not-a-picture', 'unreadable'])
        .nullable(),
    }),
  ),
});
export type UploadMemberPhotosAnswer = z.infer<typeof uploadMemberPhotosAnswer>;

/** Members that may be the same person: same name and company, or same name and kana (MBR-5). */
export const listDuplicateMembersAnswer = z.object({
  groups: z.array(z.object({ members: z.array(member).min(2) })),
});

/** previewMemberMerge and mergeMembers: `otherId` is merged into `keptId`. */
export const mergeMembersInput = z.strictObject({
  keptId: id,
  otherId: id,
  take: z
    .array(z.enum([...memberFieldNames, 'customFields', 'typeId', 'photoUrl'] as const))
    .max(memberFieldNames.length + 3)
    .default([])
    .meta({ description: 'Fields whose value is taken from the other member' }),
});
export type MergeMembersInput = z.infer<typeof mergeMembersInput>;
export const mergePreview = z
  .object({
    kept: member,
    other: member,
    merged: member,
    talks: z
      .int()
      .min(0)
      .meta({ description: 'Posts about the other member that will count for the kept one' }),
  })
  .meta({ id: 'MemberMergePreview' });
/** An active merge (listMemberMerges, newest first); it can be undone. */
export const standingMerge = z
  .object({ other: member, kept: member, mergedAt: instant, mergedBy: id })
  .meta({ id: 'StandingMemberMerge' });
export type StandingMerge = z.infer<typeof standingMerge>;
export const listMemberMergesQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type ListMemberMergesQuery = z.infer<typeof listMemberMergesQuery>;
export const listMemberMergesAnswer = pageOf(standingMerge);
export const memberMerge = z.object({ kept: member, other: member }).meta({ id: 'MemberMerge' });
export type MemberMerge = z.infer<typeof memberMerge>;
export type MergePreview = z.infer<typeof mergePreview>;
