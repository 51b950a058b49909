import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { claimsOf } from '@engawa/auth';
import { ProblemError, markHandler } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '@engawa/service-kit';

/** Origin of a request. */
export interface Origin {
  /** See `networkOf`. */
  readonly network: string;
  /** At most 300 characters. */
  readonly userAgent: string;
}

/** The signed-in caller and the origin of the request. */
export interface Caller extends Origin {
  readonly staffId: string;
  readonly space: string;
  /** The `sid` of the access token. */
  readonly accessId: string;
  readonly god: boolean;
}

function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent'] ?? '';
  return { network: networkOf(request.ip), userAgent: userAgent.slice(0, 300) };
}

/** `@RequestOrigin() origin: Origin`, on public routes. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** `@CurrentCaller() caller: Caller`, on routes that need a token. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>())!,
);

const readOwner = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (claimsOf(request)?.scopes) throw new ProblemError('auth.forbidden');
  return callerOf(request)!;
});

/**
 * `@AccountOwner() caller: Caller`, on routes about the caller's own account. Rejects API tokens:
 * they have no sessions, passwords and second factors, and are not those of their creator (IDN-11).
 */
export function AccountOwner(): ParameterDecorator {
  return (target, key, index) => {
    if (key !== undefined) markHandler(target, key, { sessionOnly: true });
    readOwner()(target, key, index);
  };
}

/** Null on a public route without a token. */
export function callerOf(request: FastifyRequest): Caller | null {
  const claims = claimsOf(request);
  if (!claims) return null;
  const { sub, sid, space, god } = claims;
  return { ...originOf(request), staffId: sub, accessId: sid, space, god };
}
