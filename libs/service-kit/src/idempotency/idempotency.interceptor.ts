import { createHash } from 'node:crypto';
import {
  Injectable,
  UseInterceptors,
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { mark } from '../answer/handler-marks';
import type { KeyedRequest } from '../context/request-context';
import { ProblemError } from '../problem/problem-error';
import { contextOf } from '../start/request-hooks';

/**
 * Supports `Idempotency-Key`: the request context carries the key, and the handler's write stores
 * it in its document (libs/persistence), so that a repeated request finds the result (decision
 * 0015).
 */
export function Idempotent(): MethodDecorator {
  return applyDecorators(mark({ idempotent: true }), UseInterceptors(IdempotencyInterceptor));
}

const keyForm = /^[\x21-\x7e]{8,128}$/;

/** Puts the key of a request into its context. */
@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const keyed = keyedRequestOf(request);
    if (!keyed) return next.handle();
    contextOf(request)!.keyed = keyed;
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      tap(() => {
        if (keyed.repeated) void reply.header('idempotency-replayed', 'true');
      }),
    );
  }
}

function keyedRequestOf(request: FastifyRequest): KeyedRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw new ProblemError('request.idempotency-key-invalid');
  }
  const { space, staffId } = contextOf(request) ?? {};
  // Only for signed-in callers: a stranger could otherwise read another caller's result.
  if (!space || !staffId) return null;
  const route = `${request.method} ${request.routeOptions.url}`;
  return {
    id: hash(key, space, staffId, route),
    // The key is part of the hash and never stored, so the stored fingerprint does not help to
    // guess the body.
    fingerprint: hash(key, request.url, JSON.stringify(request.body ?? null)),
    repeated: false,
  };
}

function hash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
