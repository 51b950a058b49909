import { MEMBER_TYPE_LIMIT } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

export class MemberTypeNotFound extends ProblemError {
  constructor() {
    super('members.member-type.not-found', { status: 404 });
  }
}

/** Specification: adding an existing type is rejected. */
export class MemberTypeTaken extends ProblemError {
  constructor() {
    super('members.member-type.taken', { status: 409 });
  }
}

export class MemberTypesTooMany extends ProblemError {
  constructor() {
    super('members.member-type.too-many', { status: 422, params: { limit: MEMBER_TYPE_LIMIT } });
  }
}

export class MemberTypeOrderMismatch extends ProblemError {
  constructor() {
    super('members.member-type.order-mismatch', { status: 409 });
  }
}
