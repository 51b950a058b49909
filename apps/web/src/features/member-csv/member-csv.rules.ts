import type { Member, MemberImport, MergeMembersInput } from '@engawa/contracts';

/** Largest photo in bytes, as the API has it (MBR-4). */
export const PHOTO_MAX_BYTES = 4 * 1024 * 1024;
/** Photos that travel together: few enough for a progress that moves. */
const BATCH_FILES = 20;
const BATCH_BYTES = 16 * 1024 * 1024;

/** Why a photo is not even sent; null where it is. */
export function photoRefusal(
  file: Pick<File, 'name' | 'size'>,
): 'not-a-picture' | 'too-large' | null {
  if (!/\.(png|jpe?g)$/i.test(file.name)) return 'not-a-picture';
  return file.size > PHOTO_MAX_BYTES ? 'too-large' : null;
}

/** Photos in the portions in which they are sent. */
export function photoBatches<T extends Pick<File, 'size'>>(files: readonly T[]): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_FILES && bytes + file.size <= BATCH_BYTES) {
      last.push(file);
      bytes += file.size;
    } else {
      batches.push([file]);
      bytes = file.size;
    }
  }
  return batches;
}

/** Rows that running a checked import would write. */
export function rowsToWrite(job: Pick<MemberImport, 'counts'>, addDuplicates: boolean): number {
  const { add, change, duplicate } = job.counts;
  return add + change + (addDuplicates ? duplicate : 0);
}

export type MergeField = MergeMembersInput['take'][number];

/** Fields in the order in which two members are compared. */
export const mergeFields: readonly MergeField[] = [
  'photoUrl',
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
  'title',
  'typeId',
  'memo',
];

/** Fields that the kept member takes of the other unless someone chooses: those that it lacks. */
export function lackingFields(kept: Member, other: Member): MergeField[] {
  return mergeFields.filter((field) => !kept[field] && !!other[field]);
}
