import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HandlerMarks } from './handler-marks';
import { projectorOf } from './projector';

/**
 * An answer as it leaves: only what its declared schema knows, with its `ETag`. With `check` it is
 * held against the schema first, and throws where it does not fit: for tests.
 */
export function shapeAnswer(
  { answer, etag, operationId }: HandlerMarks,
  reply: FastifyReply,
  value: unknown,
  check: boolean,
): unknown {
  if (!answer || value instanceof StreamableFile) return value;
  if (check) {
    // As the caller gets it: dates are texts there.
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
