import { ProblemError } from '@engawa/service-kit';
import type { StaffRefusal } from './staff.rules';

export class StaffNotFound extends ProblemError {
  constructor() {
    super('identity.staff.not-found');
  }
}

/** The address belongs to an account of the installation; not revealed whose. */
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

/** A change that the rules of staff administration forbid. */
export class StaffChangeRefused extends ProblemError {
  constructor(refusal: StaffRefusal) {
    super(`identity.staff.${refusal}`, { status: statuses[refusal] });
  }
}

/** Invitations are for staff without a password. */
export class PasswordSet extends ProblemError {
  constructor() {
    super('identity.staff.password-set', { status: 409 });
  }
}
