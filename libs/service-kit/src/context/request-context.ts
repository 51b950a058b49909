import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Locale } from '@engawa/contracts';

/** Context of the running request or event. */
export interface RequestContext {
  service: string;
  requestId: string;
  /** W3C trace context: the caller's trace with our own span. */
  traceparent: string;
  traceId: string;
  locale: Locale;
  /** Set after the token check. */
  space?: string;
  staffId?: string;
  /** Of a request with an `Idempotency-Key`. */
  keyed?: KeyedRequest;
  /** Path and query of a GET, and what it names as known. */
  address?: string;
  ifNoneMatch?: string;
  /** What the answer of a GET was made of. */
  sources?: AnswerSources;
}

/** A request with an `Idempotency-Key`, as its writes store it. */
export interface KeyedRequest {
  /** Derived from key, space, staff member and route. */
  readonly id: string;
  /** Derived from key, address and body. */
  readonly fingerprint: string;
  /** Set when an earlier attempt of the request has already written. */
  repeated: boolean;
}

/** What an answer was made of. */
export interface AnswerSources {
  /** Answers to one address with the same digest are the same while `hold` is true. */
  digest: string;
  /** Whether what the digest does not cover is as it was. */
  hold: () => boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The current context; null outside of requests and events. */
export function currentContext(): RequestContext | null {
  return storage.getStore() ?? null;
}

/** Runs the work, and everything asynchronous that it starts, with a request context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const zeroTrace = '0'.repeat(32);

/** Continues the caller's trace with a new span, or starts a trace. */
export function continueTrace(header: string | undefined): {
  traceparent: string;
  traceId: string;
} {
  const match = header === undefined ? null : traceparentForm.exec(header);
  const span = randomHex16();
  if (match && match[1] !== zeroTrace) {
    return { traceparent: `00-${match[1]}-${span}-${match[3]}`, traceId: match[1]! };
  }
  const traceId = randomHex16() + randomHex16();
  return { traceparent: `00-${traceId}-${span}-01`, traceId };
}

/**
 * 64 random bits. UUIDs come from a buffer of random bytes; `randomBytes` makes a system call each
 * time.
 */
function randomHex16(): string {
  const id = randomUUID();
  return id.slice(24) + id.slice(0, 4);
}

const requestIdForm = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's request id if its characters are safe; else a new one. */
export function acceptRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && requestIdForm.test(header) ? header : null;
}
