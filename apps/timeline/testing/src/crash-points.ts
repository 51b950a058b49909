/** Points at which a write can be interrupted. */
export const crashPoints = [
  'before-write',
  // Written, but nothing else is done.
  'after-write',
  // Everything is done, but the caller does not know.
  'before-answer',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
