/** Titles of the search service's problems. */
export const searchProblems = {} as const;
