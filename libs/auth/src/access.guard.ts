import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Permission } from '@engawa/contracts';
import { ProblemError, contextOf, marksOf } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf, challenge } from './access-token';
import { currentStaffOf, rememberStaff, type CurrentStaff } from './current-staff';
import { TokenVerifier } from './token-verifier';

/** Enforces the access marks of a handler; a handler without marks is closed. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly verifier: TokenVerifier) {}

  canActivate(context: ExecutionContext): boolean {
    // Events and questions between services carry no token.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access, beforeOnboarding } = marksOf(context.getHandler());
    const staff = access === 'public' ? this.findStaff(request) : this.getStaff(request);
    if (staff) remember(request, staff);
    if (access === 'public' || !staff) return access === 'public';
    if (!staff.initialPasswordChanged && !beforeOnboarding) {
      throw new ProblemError('auth.onboarding-required');
    }
    if (access === 'signed-in') return true;
    if (access === undefined || !staff.can(access as Permission)) {
      throw new ProblemError('auth.forbidden');
    }
    return true;
  }

  private getStaff(request: FastifyRequest): CurrentStaff {
    const token = bearerTokenOf(request.headers.authorization);
    if (token === null) throw new ProblemError('auth.required', challenge());
    return currentStaffOf(this.verifier.verify(token));
  }

  /** A caller who renews a session or signs out may still send an invalid token. */
  private findStaff(request: FastifyRequest): CurrentStaff | null {
    try {
      return request.headers.authorization === undefined ? null : this.getStaff(request);
    } catch {
      return null;
    }
  }
}

function remember(request: FastifyRequest, staff: CurrentStaff): void {
  rememberStaff(request, staff);
  const context = contextOf(request);
  if (!context) return;
  context.space = staff.space;
  context.staffId = staff.staffId;
}
