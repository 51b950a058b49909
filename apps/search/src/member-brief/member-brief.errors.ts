import { ProblemError } from '@engawa/service-kit';

export class BriefMemberNotFound extends ProblemError {
  constructor() {
    super('search.member.not-found', { status: 404 });
  }
}
