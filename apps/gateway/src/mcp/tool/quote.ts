import type { MemberRef, StaffRef } from '@engawa/contracts';
import { z } from 'zod';

/**
 * A text written by people. The field's name marks it as data even when read alone: a memo must not
 * be able to instruct an assistant.
 */
export const quoted = z.object({
  untrustedText: z.string(),
  cut: z.boolean().meta({ description: 'Whether the text goes on' }),
});
export type Quoted = z.infer<typeof quoted>;

/** Longest excerpt of a memo in a list, in UTF-16 units. */
const MAX_EXCERPT_LENGTH = 600;

export function quote(text: string, length = MAX_EXCERPT_LENGTH): Quoted {
  if (text.length <= length) return { untrustedText: text, cut: false };
  return { untrustedText: wholeCharacters(text, 0, length), cut: true };
}

/** Part of a text that does not split a surrogate pair. */
export function wholeCharacters(text: string, start: number, end: number): string {
  const from = isLowSurrogate(text, start) ? start + 1 : start;
  const to = isLowSurrogate(text, end) ? end - 1 : end;
  return text.slice(from, to);
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

export const person = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof person>;
export const people = z.object({ shown: z.array(person), more: z.int() });

/** Most members of a post that are named. */
const MAX_NAMED_MEMBERS = 8;

export function toMember({ id, familyName, firstName }: MemberRef): Person {
  return { id, name: [familyName, firstName].filter(Boolean).join(' ') };
}

export function toStaff({ id, displayName }: StaffRef): Person {
  return { id, name: displayName };
}

export function toMembers(members: readonly MemberRef[]): z.infer<typeof people> {
  return {
    shown: members.slice(0, MAX_NAMED_MEMBERS).map(toMember),
    more: Math.max(0, members.length - MAX_NAMED_MEMBERS),
  };
}

/** Address of an object that `resources/read` returns in full. */
export const uri = z.string().meta({ description: 'Resource that holds the whole' });
export const uriOf = {
  member: (id: string) => `engawa://member/${id}`,
  post: (id: string) => `engawa://post/${id}`,
  task: (id: string) => `engawa://task/${id}`,
};

/** Where a list continues. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Give it as `cursor` to go on; null at the end' });
