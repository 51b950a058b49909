/** Titles of the timeline service's problems. */
export const timelineProblems = {} as const;
