import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error';
import { markHandler } from '../answer/handler-marks';

interface IfMatchOptions {
  /** Accepts a missing header as any version, instead of answering 428. */
  optional?: boolean;
}

/** `"7"`, `W/"7"` and `"7.hash"` are 7. `*` matches any version: null. */
function versionOf(header: string): number | null {
  if (header.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"(\d{1,15})(?:\.[\w-]{1,40})?"\s*$/.exec(header);
  if (!match || Number(match[1]) < 1) throw new ProblemError('request.if-match-invalid');
  return Number(match[1]);
}

const read = createParamDecorator((options: IfMatchOptions, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (header !== undefined) return versionOf(header);
  if (options.optional) return null;
  throw new ProblemError('request.if-match-missing');
});

/**
 * Parameter: the version that the change is based on, from `If-Match`; null for `*`, which
 * overwrites any version. Throws 428 or 400.
 */
export function IfMatch(options: IfMatchOptions = {}): ParameterDecorator {
  return (target, key, index) => {
    if (key !== undefined)
      markHandler(target, key, { ifMatch: options.optional ? 'optional' : 'required' });
    read(options)(target, key, index);
  };
}
