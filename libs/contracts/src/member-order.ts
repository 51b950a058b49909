// In a module without schemas, which the browser takes.

/** What a list of members is sorted by, besides custom fields (MBR-1). */
export const memberSorts = ['kana', 'lastTalk', 'posts', 'openIssues', 'memberSince'] as const;
export type MemberSort = (typeof memberSorts)[number];

/** Rows of the kana table by which names begin; `other`: names without kana. */
export const kanaRows = [
  ...(['a', 'ka', 'sa', 'ta', 'na', 'ha'] as const),
  ...(['ma', 'ya', 'ra', 'wa', 'other'] as const),
] as const;
export type KanaRow = (typeof kanaRows)[number];
