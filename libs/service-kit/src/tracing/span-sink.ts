import { createHash } from 'node:crypto';

/** A piece of work that has ended, as it is told to whoever collects traces. */
export interface EndedSpan {
  service: string;
  /** Of few values, such as `GET /api/v1/posts/:id`: never an address, never what people typed. */
  name: string;
  kind: 'server' | 'producer' | 'consumer';
  /** W3C trace context of the work itself. */
  traceparent: string;
  /** Span id of what began it; null where it began by itself. */
  parent: string | null;
  /** Milliseconds since 1970, with fractions. */
  began: number;
  ended: number;
  failed: boolean;
  attributes: Readonly<Record<string, string | number>>;
}

export interface SpanSink {
  record(span: EndedSpan): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let sink: SpanSink | null = null;

/** Where spans go; null unless tracing is configured, and then nothing is measured at all. */
export function spanSink(): SpanSink | null {
  return sink;
}

export function setSpanSink(next: SpanSink | null): void {
  sink = next;
}

/** Now, in milliseconds since 1970 with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The span id within a trace context, or null where there is none. */
export function spanIdOf(traceparent: string | null | undefined): string | null {
  const match = /^00-[0-9a-f]{32}-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '');
  return match && match[1] !== '0000000000000000' ? match[1]! : null;
}

/**
 * The trace context of an event's way from its document to the stream. Its span id follows from the
 * event's, so that publisher and listeners agree on it and a repetition is the same span.
 */
export function eventTraceparent(event: { id: string; traceparent: string | null }): string | null {
  if (spanIdOf(event.traceparent) === null) return null;
  const span = createHash('sha256').update(event.id).digest('hex').slice(0, 16);
  const [version, trace, , flags] = event.traceparent!.split('-');
  return `${version}-${trace}-${span}-${flags}`;
}

/** Records work that may be asynchronous when it has ended. */
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
