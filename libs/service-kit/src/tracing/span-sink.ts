import { createHash } from 'node:crypto';

/** A finished span. */
export interface EndedSpan {
  service: string;
  /** Of low cardinality, such as `GET /api/v1/posts/:id`: never an address or user input. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** W3C trace context of the span. */
  traceparent: string;
  /** Id of the parent span; null for a root. */
  parent: string | null;
  /** Epoch ms with fractions. */
  began: number;
  ended: number;
  failed: boolean;
  attributes: Readonly<Record<string, string | number>>;
}

export interface SpanSink {
  /** Buffers a span; never throws and never waits. */
  record(span: EndedSpan): void;
  /** Sends what is buffered. */
  stop(): Promise<void>;
}

let sink: SpanSink | null = null;

/** The sink of spans; null unless tracing is configured: then nothing is measured. */
export function spanSink(): SpanSink | null {
  return sink;
}

/** Sets where spans are sent; null discards them. */
export function setSpanSink(next: SpanSink | null): void {
  sink = next;
}

/** Now, in epoch ms with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The span id of a trace context; null without one. */
export function spanIdOf(traceparent: string | null | undefined): string | null {
  const match = /^00-[0-9a-f]{32}-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '');
  return match && match[1] !== '0000000000000000' ? match[1]! : null;
}

/**
 * The trace context of publishing an event. Its span id is derived from the event's id, so that
 * publisher and listeners agree, and a repetition is the same span.
 */
export function eventTraceparent(event: { id: string; traceparent: string | null }): string | null {
  if (spanIdOf(event.traceparent) === null) return null;
  const span = createHash('sha256').update(event.id).digest('hex').slice(0, 16);
  const [version, trace, , flags] = event.traceparent!.split('-');
  return `${version}-${trace}-${span}-${flags}`;
}

/** Records a span when the work, possibly asynchronous, has ended. */
export function recordWork<T>(
  to: SpanSink,
  span: Omit<EndedSpan, 'began' | 'ended' | 'failed'>,
  work: () => T,
): T {
  const began = preciseNow();
  const record = (failed: boolean) => to.record({ ...span, began, ended: preciseNow(), failed });
  let result: T;
  try {
    result = work();
  } catch (error) {
    record(true);
    throw error;
  }
  if (!(result instanceof Promise)) {
    record(false);
    return result;
  }
  return result.then(
    (value: unknown) => {
      record(false);
      return value;
    },
    (error: unknown) => {
      record(true);
      throw error;
    },
  ) as T;
}
