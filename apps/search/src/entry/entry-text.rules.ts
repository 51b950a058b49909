import { joinNames, joinTexts, TEXT_BREAK, type RowHead } from '@engawa/text-search';
import { nameId } from '../name/name.schema';
import type { EntryFilter } from './entry.repository';
import type { EntryDocument } from './entry.schema';

/** Filter fields of a row; times in epoch ms. */
export interface EntryFacts extends Pick<
  EntryDocument,
  'kind' | 'ownerId' | 'memberIds' | 'labelIds' | 'taskStatus'
> {
  issueOpenedAt: number | null;
  issueClosedAt: number | null;
}

/** Sort key of an entry: the time of the talk. */
export function entryKey({ talkedAt }: Pick<EntryDocument, 'talkedAt'>): string {
  return talkedAt.toISOString();
}

/** The searchable text of an entry: its own texts and the names in it. */
export function entryText(
  entry: Pick<EntryDocument, 'memo' | 'attachmentTitles' | 'ownerId' | 'memberIds' | 'labelIds'>,
  textsOf: (nameId: string) => readonly string[],
): string {
  const names = [
    ...entry.labelIds.map((id) => nameId('label', id)),
    ...entry.memberIds.map((id) => nameId('member', id)),
    nameId('staff', entry.ownerId),
  ].flatMap(textsOf);
  const texts = [entry.memo, ...entry.attachmentTitles];
  return [joinTexts(texts), joinNames(names)].filter(Boolean).join(TEXT_BREAK);
}

export function factsOf(entry: EntryDocument): EntryFacts {
  const { kind, ownerId, memberIds, labelIds, taskStatus, issueOpenedAt, issueClosedAt } = entry;
  return {
    ...{ kind, ownerId, memberIds, labelIds, taskStatus },
    issueOpenedAt: issueOpenedAt?.getTime() ?? null,
    issueClosedAt: issueClosedAt?.getTime() ?? null,
  };
}

/** The time that a search filters and sorts by, in epoch ms; null without one. */
export function filterTime(
  { key, facts }: RowHead<EntryFacts>,
  filter: EntryFilter,
): number | null {
  if (filter.issue === 'opened') return facts.issueOpenedAt;
  if (filter.issue === 'solved') return facts.issueClosedAt;
  return Date.parse(key);
}

/**
 * The filter of a search for rows of the index; equal to that of `EntryRepository.findHits`. Undefined
 * if it accepts all.
 */
export function acceptsOf(
  filter: EntryFilter,
): ((row: RowHead<EntryFacts>) => boolean) | undefined {
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  const { staffId, memberIds, otherMemberIds, labelId, issue, taskStatus, kind, from, to } = filter;
  const namesOneOf = (facts: EntryFacts, ids: readonly string[] | undefined) =>
    !ids || ids.some((id) => facts.memberIds.includes(id));
  return (row: RowHead<EntryFacts>): boolean => {
    const { facts } = row;
    if (staffId && facts.ownerId !== staffId) return false;
    if (!namesOneOf(facts, memberIds) || !namesOneOf(facts, otherMemberIds)) return false;
    if (labelId === 'none' ? facts.labelIds.length > 0 : !hasLabel(facts, labelId)) return false;
    if (taskStatus && facts.taskStatus !== taskStatus) return false;
    if (kind && facts.kind !== kind) return false;
    if (issue === 'open' && (facts.issueOpenedAt === null || facts.issueClosedAt !== null)) {
      return false;
    }
    const time = filterTime(row, filter);
    if (time === null) return false;
    return (!from || time >= from.getTime()) && (!to || time < to.getTime());
  };
}

function hasLabel(facts: EntryFacts, labelId: string | undefined): boolean {
  return labelId === undefined || facts.labelIds.includes(labelId);
}
