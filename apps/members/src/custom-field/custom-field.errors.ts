import { CUSTOM_FIELD_LIMIT } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

export class CustomFieldNotFound extends ProblemError {
  constructor() {
    super('members.custom-field.not-found');
  }
}

export class CustomFieldTaken extends ProblemError {
  constructor() {
    super('members.custom-field.taken', { errors: [{ pointer: '/body/name', code: 'taken' }] });
  }
}

export class CustomFieldsTooMany extends ProblemError {
  constructor() {
    super('members.custom-field.too-many', { params: { limit: CUSTOM_FIELD_LIMIT } });
  }
}

export class CustomFieldChoicesWrong extends ProblemError {
  constructor() {
    super('members.custom-field.choices-wrong');
  }
}

export class CustomFieldInUse extends ProblemError {
  constructor() {
    super('members.custom-field.in-use');
  }
}

export class CustomFieldOrderMismatch extends ProblemError {
  constructor() {
    super('members.custom-field.order-mismatch');
  }
}

/** A member's value of a field that does not exist, or not any more. */
export class CustomFieldUnknown extends ProblemError {
  constructor() {
    super('members.member.custom-field-unknown');
  }
}

/** A member's value that does not fit its field. */
export class CustomFieldWrong extends ProblemError {
  constructor(field: string) {
    super('members.member.custom-field-wrong', { params: { field } });
  }
}
