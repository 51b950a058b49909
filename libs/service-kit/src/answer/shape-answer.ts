import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HandlerMarks } from './handler-marks';
import { projectorOf } from './projector';

/**
 * The answer reduced to its schema, with its `ETag`. With `check` (tests only) it is validated
 * first and throws when it does not match.
 */
export function shapeAnswer(
  { answer, etag, operationId }: HandlerMarks,
  reply: FastifyReply,
  value: unknown,
  check: boolean,
): unknown {
  if (!answer || value instanceof StreamableFile) return value;
  if (check) {
    // As the caller receives it: dates are strings there.
    const result = answer.safeParse(JSON.parse(JSON.stringify(value ?? null)));
    if (!result.success) {
      throw new Error(`${operationId}: the answer does not fit: ${result.error.message}`);
    }
  }
  const version = (value as { version?: unknown } | null | undefined)?.version;
  if (etag !== false && Number.isInteger(version)) {
    void reply.header('etag', `"${version as number}"`);
  }
  return projectorOf(answer)(value);
}
