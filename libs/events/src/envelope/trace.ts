import type { EventEnvelope } from '@engawa/contracts';
import { locales } from '@engawa/contracts';
import { continueTrace, currentContext, runInContext } from '@engawa/service-kit';

/** What ties a change to the request that began it. */
export interface Trace {
  /** W3C trace context. */
  traceparent: string | null;
  requestId: string | null;
}

/** The trace of the running request, event or question. */
export function currentTrace(): Trace {
  const context = currentContext();
  return { traceparent: context?.traceparent ?? null, requestId: context?.requestId ?? null };
}

/** Runs a listener as a part of the request that began the event. */
export function withEventContext<T>(service: string, event: EventEnvelope, work: () => T): T {
  return runInContext(
    {
      service,
      requestId: event.requestId ?? event.id,
      ...continueTrace(event.traceparent ?? undefined),
      locale: locales[0],
      space: event.space,
      ...(event.actor === null ? {} : { staffId: event.actor }),
    },
    work,
  );
}

/** Runs an answer as a part of the request that asked. */
export function withQuestionContext<T>(service: string, trace: Trace, work: () => T): T {
  const traced = continueTrace(trace.traceparent ?? undefined);
  return runInContext(
    { service, requestId: trace.requestId ?? traced.traceId, ...traced, locale: locales[0] },
    work,
  );
}
