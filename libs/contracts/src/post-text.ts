import type { Locale } from './primitive';
import { MEMO_MAX_LENGTH } from './text-rule';

interface PostText {
  /** In UTF-16 units. */
  maxLength: number;
  /** Heading of its column in a CSV. */
  heading: Record<Locale, string>;
  /** What the API document says of it. */
  description?: string;
}

/**
 * The texts of a post, in the order of files. A comment has the memo only; the others are lines that
 * may be empty. Requests, answers, drafts, events, stored documents, CSV, search, disclosure and
 * erasure derive from it.
 */
const postTexts = {
  memo: { maxLength: MEMO_MAX_LENGTH, heading: { ja: 'メモ', en: 'Memo' } },
} as const satisfies Record<string, PostText>;

export type PostTextName = keyof typeof postTexts;
/** A text beside the memo. */
export type PostLineName = Exclude<PostTextName, 'memo'>;
export type PostTexts = Record<PostTextName, string>;

export const postTextNames = Object.keys(postTexts) as PostTextName[];
export const postLineNames = postTextNames.filter((name): name is PostLineName => name !== 'memo');

/** The declaration of a text. */
export function postText(name: PostTextName): PostText {
  return postTexts[name];
}

/** An object with a value for each text of a post. */
export function eachPostText<Value>(
  valueOf: (name: PostTextName) => Value,
): Record<PostTextName, Value> {
  return Object.fromEntries(postTextNames.map((name) => [name, valueOf(name)])) as Record<
    PostTextName,
    Value
  >;
}

/** The texts of anything that has them, such as a draft or an event; what it lacks is empty. */
export function postTextsOf(source: { [Name in PostTextName]?: string | undefined }): PostTexts {
  return eachPostText((name) => source[name] ?? '');
}

/** The content of a post before anything is written. */
export const emptyContent = {
  ...postTextsOf({}),
  memberIds: [] as string[],
  mentions: [] as string[],
  labelIds: [] as string[],
  task: null,
  attachmentIds: [] as string[],
  mustRead: false,
  introduction: null,
};
