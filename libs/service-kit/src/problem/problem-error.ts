import type { ProblemCode, ProblemField } from '@engawa/contracts';
import type { z } from 'zod';
import { projectorOf } from '../answer/projector';
import { statusOf } from './problem-status';

export interface ProblemOptions {
  /** Default: from the code; see `statusOf`. */
  status?: number;
  /** Values for `{name}` in the catalogue's texts. */
  params?: Readonly<Record<string, string | number>>;
  /** In the caller's language; default: the catalogue's. */
  detail?: string;
  /** Errors of single input fields. */
  errors?: readonly (Omit<ProblemField, 'detail'> & { detail?: string })[];
  /** The current document (412). */
  current?: unknown;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error answer: a stable code with texts in the catalogue. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = options.status ?? statusOf(code);
    this.options = options;
  }
}

/** The `ETag` of a document that carries a version. */
export function versionHeaders(current: unknown): Readonly<Record<string, string>> | undefined {
  const version = (current as { version?: unknown } | null | undefined)?.version;
  return Number.isInteger(version) ? { etag: `"${version as number}"` } : undefined;
}

/**
 * 412: another change came first. The answer carries `current`, reduced to its contract, and its
 * `ETag`.
 */
export class PreconditionFailed<Entity> extends ProblemError {
  constructor(
    code: Extract<ProblemCode, `${string}.stale`>,
    contract: z.ZodType<Entity>,
    current: Entity,
  ) {
    super(code, { current: projectorOf(contract)(current), headers: versionHeaders(current) });
  }
}
