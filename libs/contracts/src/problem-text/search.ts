/** Titles of the search service's problems. */
export const searchProblems = {
  'search.member.not-found': {
    ja: 'この会員は見つかりません',
    en: 'This member was not found',
  },
} as const;
