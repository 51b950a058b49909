import { type EventEnvelope, locales } from '@engawa/contracts';
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
  const requestId = event.requestId ?? event.id;
  const staff = event.actor === null ? {} : { staffId: event.actor };
  const context = { service, requestId, ...traced, locale: locales[0], space: event.space };
  const sink = spanSink();
  if (!sink) return runInContext({ ...context, ...staff }, work);
  const span = {
    service,
    name: `${event.name} ${batch === undefined ? 'process' : 'process batch'}`,
    kind: 'consumer',
    traceparent: traced.traceparent,
    parent: spanIdOf(eventTraceparent(event)),
    attributes: {
      ...attributesOf(event),
      ...(batch === undefined ? {} : { 'messaging.batch.message_count': batch }),
    },
  } as const;
  return recordWork(sink, span, () => runInContext({ ...context, ...staff }, work));
}

/** Publishes an event within the trace of the request that caused it. */
export function withPublishing<T>(service: string, event: EventEnvelope, work: () => T): T {
  const sink = spanSink();
  const traceparent = sink && eventTraceparent(event);
  if (!sink || !traceparent) return work();
  const name = `${event.name} publish`;
  const parent = spanIdOf(event.traceparent);
  const attributes = attributesOf(event);
  return recordWork(
    sink,
    { service, name, kind: 'producer', traceparent, parent, attributes },
    work,
  );
}

/** Answers a question within the trace of the request that asked it. */
export function withQuestionContext<T>(
  service: string,
  question: string,
  trace: Trace,
  work: () => T,
): T {
  const traced = continueTrace(trace.traceparent ?? undefined);
  const requestId = trace.requestId ?? traced.traceId;
  const run = () => runInContext({ service, requestId, ...traced, locale: locales[0] }, work);
  const sink = spanSink();
  if (!sink) return run();
  const name = `${question} answer`;
  const { traceparent } = traced;
  const parent = spanIdOf(trace.traceparent);
  return recordWork(
    sink,
    { service, name, kind: 'server', traceparent, parent, attributes: {} },
    run,
  );
}

function attributesOf(event: EventEnvelope): Record<string, string> {
  return { 'messaging.message.id': event.id, 'engawa.space': event.space };
}
