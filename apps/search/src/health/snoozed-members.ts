import type { NameRepository } from '../name/name.repository';
import type { MemberHealthRepository } from './health.repository';
import type { MemberHealthDocument, SnoozeDocument } from './health.schema';
import type { SnoozeRepository } from './snooze.repository';

export interface SnoozedMember {
  member: MemberHealthDocument;
  snooze: SnoozeDocument;
}

/** Snoozed members; a snooze ends with the next talk. */
export async function findSnoozedMembers(
  space: string,
  now: Date,
  {
    snoozes,
    names,
    health,
  }: { snoozes: SnoozeRepository; names: NameRepository; health: MemberHealthRepository },
): Promise<SnoozedMember[]> {
  const running = await snoozes.findRunning(space, now);
  const ids = running.map(({ id }) => id);
  const shownId = await names.findShownIds(space, ids);
  const members = await health.findByIds(space, [...new Set(ids.map(shownId))]);
  const byId = new Map(members.map((member) => [member.id, member]));
  const snoozed = running.flatMap((snooze) => {
    const member = byId.get(shownId(snooze.id));
    if (!member?.listed || member.quietSince > snooze.quietSince) return [];
    return [{ member, snooze }];
  });
  // After a merge, the snooze that ends last.
  return [...new Map(snoozed.map((one) => [one.member.id, one])).values()];
}
