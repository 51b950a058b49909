/** Points at which the service can be interrupted: around writes, publishing and applying. */
export const crashPoints = [
  'before-write',
  'after-write',
  'before-publish',
  'after-publish',
  'before-apply',
  // Applied, but not acknowledged to the stream.
  'after-apply',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
