/** Where a tasks service can be made to end: around its writes, publishing and applying. */
export const crashPoints = [
  'before-write',
  'after-write',
  'before-publish',
  'after-publish',
  'before-apply',
  // Applied, but not yet acknowledged to the stream.
  'after-apply',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
