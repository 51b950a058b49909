import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { roleCan, type AccessClaims, type Permission } from '@engawa/contracts';
import type { FastifyRequest } from 'fastify';

/** The caller and their permissions. */
export interface CurrentStaff extends AccessClaims {
  /** The same as `sub`. */
  readonly staffId: string;
  /** Whether the caller's role, and scopes of an API token, allow it. */
  can(permission: Permission): boolean;
}
export type CurrentStaffClaims = CurrentStaff;

const requests = new WeakMap<object, CurrentStaff>();

/**
 * Whether the token grants a permission: by role or god flag, within the scopes of an API token.
 */
export function claimsCan(claims: AccessClaims, permission: Permission): boolean {
  if (claims.scopes && !claims.scopes.includes(permission)) return false;
  return roleCan(claims, permission);
}

/** The caller of a request, from the claims of a verified access token. */
export function currentStaffOf(claims: AccessClaims): CurrentStaff {
  return {
    ...claims,
    staffId: claims.sub,
    can: (permission) => claimsCan(claims, permission),
  };
}

/** Stores the caller for the handlers of the request; called by the guard only. */
export function rememberStaff(request: FastifyRequest, staff: CurrentStaff): void {
  requests.set(request.raw, staff);
}

/** Claims of the caller; null on a public route without a token. */
export function claimsOf(request: FastifyRequest): CurrentStaff | null {
  return requests.get(request.raw) ?? null;
}

/** Handler parameter: the caller; null on a public route without a token. */
export const CurrentStaff = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CurrentStaff | null =>
    claimsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
