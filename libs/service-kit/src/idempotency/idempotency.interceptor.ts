import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  UseInterceptors,
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Observable, from, lastValueFrom } from 'rxjs';
import { mark, marksOf, type HandlerMarks } from '../answer/handler-marks';
import { shapeAnswer } from '../answer/shape-answer';
import { ProblemError } from '../problem/problem-error';
import { contextOf } from '../start/request-hooks';
import {
  IDEMPOTENCY_STORE,
  type IdempotencyStore,
  type KeptAnswer,
  type KeyedRequest,
} from './idempotency-store';

/** Honours `Idempotency-Key`: the same request sent again gets the first answer again. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(mark({ idempotent: true }), UseInterceptors(IdempotencyInterceptor));
}

const keyForm = /^[\x21-\x7e]{8,128}$/;
const keptHeaders = ['etag', 'location'];

/** Runs a request once for each key, staff and route. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(@Inject(IDEMPOTENCY_STORE) private readonly store: IdempotencyStore) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const keyed = keyedRequestOf(request);
    if (!keyed) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const marks = marksOf(context.getHandler());
    return from(this.once(keyed, { reply, marks }, next));
  }

  private async once(
    keyed: KeyedRequest,
    { reply, marks }: { reply: FastifyReply; marks: HandlerMarks },
    next: CallHandler,
  ): Promise<unknown> {
    const begun = await this.store.begin(keyed);
    switch (begun.kind) {
      case 'mismatch':
        throw new ProblemError('request.idempotency-mismatch');
      case 'running':
        throw new ProblemError('request.idempotency-in-progress', {
          headers: { 'retry-after': '1' },
        });
      case 'answered':
        return replay(begun.answer, reply);
    }
    let value: unknown;
    try {
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      // What is kept is the answer as it leaves.
      value = shapeAnswer(marks, reply, answer, false);
    } catch (error) {
      await this.store.abandon(keyed);
      throw error;
    }
    await this.store.finish(keyed, {
      status: reply.statusCode,
      headers: headersOf(reply),
      body: value === undefined || value === null ? null : JSON.stringify(value),
    });
    return value;
  }
}

function keyedRequestOf(request: FastifyRequest): KeyedRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw new ProblemError('request.idempotency-key-invalid');
  }
  const { space, staffId } = contextOf(request) ?? {};
  // Only for those who are known; a stranger could else read another's answer.
  if (!space || !staffId) return null;
  const route = `${request.method} ${request.routeOptions.url}`;
  return {
    space,
    id: hash(key, staffId, route),
    fingerprint: hash(request.url, JSON.stringify(request.body ?? null)),
    answerKey: Buffer.from(hash('answer', key, staffId, route), 'base64url'),
  };
}

function hash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    keptHeaders
      .map((name) => [name, reply.getHeader(name)] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}

function replay(answer: KeptAnswer, reply: FastifyReply): unknown {
  void reply.status(answer.status).header('idempotency-replayed', 'true');
  for (const [name, value] of Object.entries(answer.headers)) void reply.header(name, value);
  return answer.body === null ? undefined : (JSON.parse(answer.body) as unknown);
}
