import type { EventEnvelope } from '@engawa/contracts';
import { locales } from '@engawa/contracts';
import {
  continueTrace,
  currentContext,
  eventTraceparent,
  recordWork,
  runInContext,
  spanIdOf,
  spanSink,
} from '@engawa/service-kit';

/** Links a change to the request that caused it. */
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

/**
 * Runs a listener within the trace of the request that caused the event. `batch`: number of events
 * applied together, of which this is the first.
 */
export function withEventContext<T>(
  service: string,
  event: EventEnvelope,
  work: () => T,
  batch?: number,
): T {
  const traced = continueTrace(event.traceparent ?? undefined);
  const run = () =>
    runInContext(
      {
        service,
        requestId: event.requestId ?? event.id,
        ...traced,
        locale: locales[0],
        space: event.space,
        ...(event.actor === null ? {} : { staffId: event.actor }),
      },
      work,
    );
  const sink = spanSink();
  if (!sink) return run();
  const span = {
    service,
    name: `${event.name} ${batch === undefined ? 'process' : 'process batch'}`,
    kind: 'consumer',
    traceparent: traced.traceparent,
    parent: spanIdOf(eventTraceparent(event)),
    attributes: {
      'messaging.message.id': event.id,
      'engawa.space': event.space,
      ...(batch === undefined ? {} : { 'messaging.batch.message_count': batch }),
    },
  } as const;
  return recordWork(sink, span, run);
}

/** Publishes an event within the trace of the request that caused it. */
export function withPublishing<T>(service: string, event: EventEnvelope, work: () => T): T {
  const sink = spanSink();
  const traceparent = sink && eventTraceparent(event);
  if (!sink || !traceparent) return work();
  const span = {
    service,
    name: `${event.name} publish`,
    kind: 'producer',
    traceparent,
    parent: spanIdOf(event.traceparent),
    attributes: { 'messaging.message.id': event.id, 'engawa.space': event.space },
  } as const;
  return recordWork(sink, span, work);
}

/** Answers a question within the trace of the request that asked it. */
export function withQuestionContext<T>(
  service: string,
  name: string,
  trace: Trace,
  work: () => T,
): T {
  const traced = continueTrace(trace.traceparent ?? undefined);
  const run = () =>
    runInContext(
      { service, requestId: trace.requestId ?? traced.traceId, ...traced, locale: locales[0] },
      work,
    );
  const sink = spanSink();
  if (!sink) return run();
  const { traceparent } = traced;
  const parent = spanIdOf(trace.traceparent);
  return recordWork(
    sink,
    { service, name: `${name} answer`, kind: 'server', traceparent, parent, attributes: {} },
    run,
  );
}
