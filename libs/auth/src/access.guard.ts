import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Permission } from '@engawa/contracts';
import { ProblemError, contextOf, marksOf } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf, challenge } from './access-token';
import { currentStaffOf, rememberStaff } from './current-staff';
import { TokenVerifier } from './token-verifier';

/** Lets in whom the handler's marks allow; a handler without any lets in nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly verifier: TokenVerifier) {}

  canActivate(context: ExecutionContext): boolean {
    // Events and questions between services carry no token.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access, beforeOnboarding } = marksOf(context.getHandler());
    const token = bearerTokenOf(request.headers.authorization);
    if (token === null) {
      if (access === 'public') return true;
      throw new ProblemError('auth.required', challenge());
    }
    const claims = this.verifier.verify(token);
    const staff = currentStaffOf(claims);
    rememberStaff(request, staff);
    const known = contextOf(request);
    if (known) {
      known.space = staff.space;
      known.staffId = staff.staffId;
    }
    if (access === 'public') return true;
    if (!staff.initialPasswordChanged && !beforeOnboarding) {
      throw new ProblemError('auth.onboarding-required');
    }
    if (access === 'signed-in') return true;
    if (access === undefined || !staff.can(access as Permission)) {
      throw new ProblemError('auth.forbidden');
    }
    return true;
  }
}
