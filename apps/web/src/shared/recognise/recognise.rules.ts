import type { LabelHint, MemberRef, Staff } from '@engawa/contracts';
import { findDays } from './dates.rules';
import { findNames, findUnknownNames, isFoundAsVariant } from './names.rules';

/** A suggestion from a text; it is offered and never applied automatically. */
export type Suggestion =
  | { kind: 'member'; id: string; member: MemberRef; shared: boolean }
  | { kind: 'label'; id: string; labelId: string; words: string; learned?: LabelHint }
  | { kind: 'task'; id: string; staff: Staff | null; day: string; time?: string; phrase: string }
  | { kind: 'register'; id: string; name: string };

export interface Known {
  members: readonly MemberRef[];
  staffs: readonly Staff[];
  labels: readonly { id: string; words: string }[];
  /** Words that stand for labels in this space, the best first. */
  labelHints: readonly LabelHint[];
  /** What the server found for names that none of the members has, by name. */
  answers?: ReadonlyMap<string, readonly MemberRef[]>;
  /** The day in the space's time zone. */
  today: string;
}

export interface Chosen {
  memberIds: readonly string[];
  labelIds: readonly string[];
  hasTask: boolean;
}

/** Maximum number of suggestions at a time. */
const MAX_SUGGESTIONS = 5;

const staffAsNamed = (staff: Staff) => {
  const [familyName = '', ...rest] = staff.displayName.split(/\s+/);
  return {
    ...{ id: staff.id, familyName, firstName: rest.join(' ') },
    ...{ familyNameKana: '', firstNameKana: '', staff },
  };
};

/** Whether a day is a deadline, not the date of something reported. */
const isDeadline = (text: string, end: number) =>
  /^(?:まで|迄|締|中に|に(?:連絡|電話|返事|返信|確認|対応|お願い))/.test(text.slice(end));

/** As the server reads a text to learn words. */
const plainText = (text: string) => text.normalize('NFKC').toLowerCase();
/** A letter with what NFKC composes with it: marks, ﾞ and ﾟ, the vowels and ends of Hangul. */
const composed = /[^][\p{M}ﾞﾟ\u1160-\u11ff]*/gu;

/** For each letter of the plain form its position in the text; ㍿ has four, ﾊﾟ has one. */
function originsOf(text: string): number[] {
  const origins: number[] = [];
  for (const { 0: letter, index } of text.matchAll(composed)) {
    const { length } = plainText(letter);
    for (let at = 0; at < length; at += 1) origins.push(index);
  }
  return origins;
}

/** What the text names and the form does not contain yet, in the order of the text. */
export function recognise(text: string, known: Known, chosen: Chosen): Suggestion[] {
  const members = findNames(
    text,
    known.members.filter(({ deleted }) => !deleted),
  );
  const staffs = findNames(
    text,
    known.staffs.filter(({ deactivated }) => !deactivated).map(staffAsNamed),
  );
  const days = findDays(text, known.today);
  const offered: { at: number; suggestion: Suggestion }[] = [];

  const offerMembers = (at: number, people: readonly MemberRef[]) => {
    // The member with this name was already chosen.
    if (people.some(({ id }) => chosen.memberIds.includes(id))) return;
    for (const member of people) {
      offered.push({
        at,
        suggestion: {
          kind: 'member',
          id: `member-${member.id}`,
          member,
          shared: people.length > 1,
        },
      });
    }
  };
  for (const { at, people } of members) offerMembers(at, people);
  const plain = plainText(text);
  let origins: readonly number[] | undefined;
  const originOf = (position: number) => {
    if (plain === text) return position;
    origins ??= originsOf(text);
    return origins[position] ?? text.length;
  };
  for (const { id, words } of known.labels) {
    if (chosen.labelIds.includes(id)) continue;
    const suggestion = { kind: 'label', id: `label-${id}`, labelId: id, words } as const;
    const at = words.length >= 2 ? text.indexOf(words) : -1;
    if (at >= 0) {
      offered.push({ at, suggestion });
      continue;
    }
    const learned = known.labelHints.find(
      ({ labelId, word }) => labelId === id && plain.includes(word),
    );
    if (learned) {
      const at = originOf(plain.indexOf(learned.word));
      offered.push({ at, suggestion: { ...suggestion, learned } });
    }
  }
  if (!chosen.hasTask) {
    const assignee = staffs.find(({ people }) => people.length === 1);
    const day =
      days.find(({ at, phrase }) => isDeadline(text, at + phrase.length)) ??
      (assignee ? days.find(({ at }) => at > assignee.at) : undefined);
    if (day) {
      const staff = assignee?.people[0]?.staff ?? null;
      offered.push({
        at: day.at,
        suggestion: {
          ...{ kind: 'task', id: `task-${staff?.id ?? ''}-${day.day}`, staff },
          ...{ day: day.day, time: day.time, phrase: day.phrase },
        },
      });
    }
  }
  for (const { at, name } of findUnknownNames(text, [...members, ...staffs])) {
    const variants = (known.answers?.get(name) ?? []).filter(
      (member) => !member.deleted && isFoundAsVariant(member, name),
    );
    if (variants.length > 0) offerMembers(at, variants);
    else offered.push({ at, suggestion: { kind: 'register', id: `register-${name}`, name } });
  }
  const seen = new Set<string>();
  return offered
    .toSorted((a, b) => a.at - b.at)
    .map(({ suggestion }) => suggestion)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, MAX_SUGGESTIONS);
}
