import { ProblemError } from '@engawa/service-kit';

export class MemberNotFound extends ProblemError {
  constructor() {
    super('members.member.not-found', { status: 404 });
  }
}

/** The specification's 'no permission' alert: only administrators delete and restore (MBR-2). */
export class MemberNoPermission extends ProblemError {
  constructor() {
    super('members.member.no-permission', { status: 403 });
  }
}

export class MemberIsDeleted extends ProblemError {
  constructor() {
    super('members.member.deleted', { status: 409 });
  }
}

/** An erasure is permanent (MBR-5). */
export class MemberIsErased extends ProblemError {
  constructor() {
    super('members.member.erased', { status: 409 });
  }
}

export class MemberTypeUnknown extends ProblemError {
  constructor() {
    super('members.member.type-unknown', {
      status: 422,
      errors: [{ pointer: '/body/typeId', code: 'unknown' }],
    });
  }
}
