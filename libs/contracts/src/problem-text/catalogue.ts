import type { Locale } from '../primitive';
import { authProblems } from './auth';
import { gatewayProblems } from './gateway';
import { identityProblems } from './identity';
import { integrationsProblems } from './integrations';
import { membersProblems } from './members';
import { notificationsProblems } from './notifications';
import { requestProblems } from './request';
import { searchProblems } from './search';
import { tasksProblems } from './tasks';
import { timelineProblems } from './timeline';

/**
 * Title of a problem in each language, and what to do about it; `{name}` is replaced by a param.
 */
export type ProblemText = Record<Locale, string> & { detail?: Record<Locale, string> };

/** Every stable problem code with its texts. */
export const problemTexts = {
  ...requestProblems,
  ...authProblems,
  ...gatewayProblems,
  ...identityProblems,
  ...membersProblems,
  ...timelineProblems,
  ...tasksProblems,
  ...notificationsProblems,
  ...searchProblems,
  ...integrationsProblems,
} as const satisfies Record<string, ProblemText>;

export type ProblemCode = keyof typeof problemTexts;
