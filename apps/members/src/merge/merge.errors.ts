import { ProblemError } from '@engawa/service-kit';

export class MergeSameMember extends ProblemError {
  constructor() {
    super('members.merge.same-member', { status: 422 });
  }
}

export class MergeWrongState extends ProblemError {
  constructor() {
    super('members.merge.wrong-state', { status: 409 });
  }
}

export class MergeNotFound extends ProblemError {
  constructor() {
    super('members.merge.not-found', { status: 404 });
  }
}
