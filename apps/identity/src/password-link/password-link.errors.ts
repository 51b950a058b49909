import { ProblemError } from '@engawa/service-kit';
import type { LinkState } from './password-link.rules';

const statuses = { invalid: 404, expired: 410, used: 410 } as const;

/** Each state of a closed link has its own code and page (IDN-7). */
export class PasswordLinkClosed extends ProblemError {
  constructor(state: Exclude<LinkState, 'open'>) {
    super(`identity.password-link.${state}`, { status: statuses[state] });
  }
}
