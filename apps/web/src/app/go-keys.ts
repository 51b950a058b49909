import { paths } from '../shared/address/paths';

/** Targets of `g` plus a letter. */
export const goKeys: Record<string, string> = {
  h: paths.today,
  t: paths.timeline,
  m: paths.members,
  r: paths.health,
  k: paths.tasks,
  s: paths.staffs,
  b: paths.dashboard,
  n: paths.notifications,
  d: paths.drafts,
};
