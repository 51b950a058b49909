/** Where a timeline service can be made to end while it answers a write. */
export const crashPoints = [
  'before-write',
  // Written, but nothing that follows is done.
  'after-write',
  // Everything is done, but the caller does not know.
  'before-answer',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
