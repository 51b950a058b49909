import { type Locale, postCsvColumns, type PostCsvColumn, wallClock } from '@engawa/contracts';
import type { LabelDocument } from '../label/label.schema';
import type { People } from '../directory-cache/people.service';
import type { PostDocument } from '../post/post.schema';
import { taskOf } from '../content/content.rules';

const columns = Object.keys(postCsvColumns) as PostCsvColumn[];

/** Separates several names in one cell. */
const LIST_SEPARATOR = '; ';

export function csvHeading(locale: Locale): string[] {
  return columns.map((column) => postCsvColumns[column][locale]);
}

/** The cells of a post, with times in the space's time zone. */
export function csvCells(
  post: PostDocument,
  context: {
    people: People;
    labels: ReadonlyMap<string, LabelDocument>;
    timeZone: string;
    /** Not for API tokens. */
    withEmails: boolean;
  },
): string[] {
  const { people, labels, timeZone, withEmails } = context;
  const task = taskOf(post.mirror);
  const members = people.membersOf(post.memberIds);
  const cells: Record<PostCsvColumn, string> = {
    id: post.id,
    talkedAt: localTime(post.talkedAt, timeZone),
    staff: people.staff(post.ownerId).displayName,
    staffEmail: (withEmails && people.findStaff(post.ownerId)?.email) || '',
    members: members.map(nameOf).join(LIST_SEPARATOR),
    memberIds: members.map((member) => member.id).join(LIST_SEPARATOR),
    labels: post.labelIds.flatMap((id) => labels.get(id)?.name ?? []).join(LIST_SEPARATOR),
    memo: post.memo,
    attachments: post.attachments.map((file) => file.title).join(LIST_SEPARATOR),
    taskStatus: task?.status ?? '',
    assignee: task?.assignUserId ? people.staff(task.assignUserId).displayName : '',
    comments: String(post.commentCount),
    reactions: String(post.reactions.length),
    createdAt: localTime(post.createdAt, timeZone),
    updatedAt: localTime(post.updatedAt, timeZone),
  };
  return columns.map((column) => cells[column]);
}

function nameOf({ familyName, firstName }: { familyName: string; firstName: string }): string {
  return [familyName, firstName].filter(Boolean).join(' ');
}

/** `2026-11-21 14:30:00`, which spreadsheets in every language parse as a time. */
function localTime(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 19).replace('T', ' ');
}
