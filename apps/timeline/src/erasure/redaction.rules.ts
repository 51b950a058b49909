import {
  blackOut,
  blackOutContacts,
  type Erasure,
  type IntroductionInput,
  type NamedPerson,
  writingsOf,
} from '@engawa/contracts';
import type { StoredAttachment, StoredHistory } from '../content/content.schema';

/** Removes names from a text. */
export type Redact = (text: string) => string;

/**
 * What to remove from a text. Full names everywhere; parts of the name only in texts about the
 * member, unless another member named there has the same part. Phone numbers and e-mail addresses
 * are removed from texts about the member, because no text says whose they are.
 */
export function redactionOf(
  erasure: Pick<Erasure, 'whole' | 'part'>,
  about: { member: boolean; others: readonly NamedPerson[] },
): Redact {
  const taken = about.others.flatMap((person) => {
    const { whole, part } = writingsOf(person);
    return [...whole, ...part];
  });
  const free = (name: string) => !taken.some((other) => other.includes(name));
  const names = [
    ...erasure.whole.filter((name) => !taken.includes(name)),
    ...(about.member ? erasure.part.filter(free) : []),
  ];
  return (text) => blackOut(about.member ? blackOutContacts(text) : text, names);
}

/** Texts of posts, comments and drafts. */
export interface RedactedTexts {
  memo: string;
  attachments: StoredAttachment[];
  history?: StoredHistory[];
  introduction?: IntroductionInput | null;
}

/** The fields that change without the name; null when none does. */
export function redactedFields<Texts extends RedactedTexts>(
  texts: Texts,
  redact: Redact,
): Partial<RedactedTexts> | null {
  const { memo, attachments, history, introduction } = texts;
  const wanted: Partial<RedactedTexts> = {
    memo: redact(memo),
    attachments: attachments.map((file) => ({ ...file, title: redact(file.title) })),
  };
  if (history) wanted.history = history.map((entry) => ({ ...entry, memo: redact(entry.memo) }));
  if (introduction) {
    wanted.introduction = {
      ...introduction,
      about: redact(introduction.about),
      outcomeNote: redact(introduction.outcomeNote),
    };
  }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(texts[field as keyof Texts]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
