import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { marksOf } from './handler-marks';
import { projectorOf } from './projector';

/** Serialises answers by their declared schema and sets their `ETag`. */
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    /** Also checks each answer against its schema: for tests. */
    private readonly check: boolean,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { answer, etag, operationId } = marksOf(context.getHandler());
    if (!answer) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const project = projectorOf(answer);
    return next.handle().pipe(
      map((value: unknown) => {
        if (value instanceof StreamableFile) return value;
        if (this.check) {
          // As the caller gets it: dates are texts there.
          const result = answer.safeParse(JSON.parse(JSON.stringify(value ?? null)));
          if (!result.success) {
            throw new Error(`${operationId}: the answer does not fit: ${result.error.message}`);
          }
        }
        const version = (value as { version?: unknown } | null)?.version;
        if (etag !== false && Number.isInteger(version)) {
          void reply.header('etag', `"${version as number}"`);
        }
        return project(value);
      }),
    );
  }
}
