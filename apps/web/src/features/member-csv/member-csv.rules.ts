import type { Member, MemberImport, MergeMembersInput } from '@engawa/contracts';
import { memberFields } from '../../shared/directory/member-fields';

/** Largest photo, as in the API (MBR-4). */
export const PHOTO_MAX_BYTES = 4 * 1024 * 1024;
/** Photos per request: few enough for visible progress. */
const BATCH_FILES = 20;
const BATCH_BYTES = 16 * 1024 * 1024;

/** Why a photo is not uploaded; null if it is. */
export function photoRefusal(
  file: Pick<File, 'name' | 'size'>,
): 'not-a-picture' | 'too-large' | null {
  if (!/\.(png|jpe?g)$/i.test(file.name)) return 'not-a-picture';
  return file.size > PHOTO_MAX_BYTES ? 'too-large' : null;
}

/** Photos in batches for upload. */
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

/** Fields in the order of the comparison. */
export const mergeFields: readonly MergeField[] = [
  'photoUrl',
  ...memberFields.map(({ name }) => name).filter((name) => name !== 'memo'),
  'typeId',
  'customFields',
  'memo',
];

/** Fields that the remaining member takes by default: those it lacks. */
export function lackingFields(kept: Member, other: Member): MergeField[] {
  return mergeFields.filter((field) => isEmpty(kept, field) && !isEmpty(other, field));
}

function isEmpty(member: Member, field: MergeField): boolean {
  return field === 'customFields' ? Object.keys(member.customFields).length === 0 : !member[field];
}

/** Whether an import may have written something that can be reverted. */
export function mayBeReverted({ state, counts, processed, rows }: MemberImport): boolean {
  // A failed check has read all that it counts; the counts of a failed run miss its last step.
  if (state === 'failed') return processed < rows;
  return (state === 'done' || state === 'cancelled') && counts.add + counts.change > 0;
}
