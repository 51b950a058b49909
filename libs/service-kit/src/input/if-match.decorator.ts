import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error';
import { markHandler } from '../answer/handler-marks';

interface IfMatchOptions {
  /** Null instead of 428 when the header is missing. */
  optional?: boolean;
}

/** `"7"` or `W/"7"` is 7. `*` matches any version: null. */
function versionOf(header: string): number | null {
  if (header.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"(\d{1,15})(?:\.[\w-]{1,40})?"\s*$/.exec(header);
  if (!match || Number(match[1]) < 1) throw new ProblemError('request.if-match-invalid');
  return Number(match[1]);
}

const read = createParamDecorator((options: IfMatchOptions, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (header !== undefined) {
    const version = versionOf(header);
    if (version !== null || options.optional) return version;
    throw new ProblemError('request.if-match-invalid');
  }
  if (options.optional) return null;
  throw new ProblemError('request.if-match-missing');
});

/** Parameter: the version that the caller last saw, from `If-Match`. Throws 428 or 400. */
export function IfMatch(options: IfMatchOptions = {}): ParameterDecorator {
  return (target, key, index) => {
    if (key !== undefined)
      markHandler(target, key, { ifMatch: options.optional ? 'optional' : 'required' });
    read(options)(target, key, index);
  };
}
