import { ProblemError } from '@engawa/service-kit';
import type { StaffRefusal } from './staff.rules';

export class StaffNotFound extends ProblemError {
  constructor() {
    super('identity.staff.not-found');
  }
}

/** The address belongs to some account of the installation; it is not told whose. */
export class EmailTaken extends ProblemError {
  constructor() {
    super('identity.staff.email-taken', {
      errors: [{ pointer: '/body/email', code: 'identity.staff.email-taken' }],
    });
  }
}

const statuses: Record<StaffRefusal, number> = {
  'primary-admin-stays': 409,
  'own-account': 409,
  'god-protected': 403,
  deactivated: 409,
  'not-joined': 409,
};

/** What the rules of staff administration do not let happen. */
export class StaffChangeRefused extends ProblemError {
  constructor(refusal: StaffRefusal) {
    super(`identity.staff.${refusal}`, { status: statuses[refusal] });
  }
}

/** An invitation is for those who have no password of their own yet. */
export class PasswordSet extends ProblemError {
  constructor() {
    super('identity.staff.password-set', { status: 409 });
  }
}
