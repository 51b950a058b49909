import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { continueTrace, currentContext, type RequestContext } from '../context/request-context';
import { preciseNow, spanIdOf, spanSink } from './span-sink';

/** An operation elsewhere that a request or event waits for. */
export interface OutgoingWork {
  /** Of low cardinality: no path, query or value. */
  name: string;
  attributes: Readonly<Record<string, string | number>>;
}

/**
 * Returns the function that records the work's span when it has ended; null unless a traced request
 * or event began it.
 */
export function beginOutgoing({
  name,
  attributes,
}: OutgoingWork): ((failed: boolean, more?: OutgoingWork['attributes']) => void) | null {
  const context: RequestContext | null = spanSink() && currentContext();
  if (!context) return null;
  const began = preciseNow();
  const { traceparent } = continueTrace(context.traceparent);
  return (failed, more = {}) =>
    spanSink()?.record({
      service: context.service,
      name,
      kind: 'client',
      traceparent,
      parent: spanIdOf(context.traceparent),
      began,
      ended: preciseNow(),
      failed,
      attributes: { ...attributes, ...more },
    });
}

type EndSpan = NonNullable<ReturnType<typeof beginOutgoing>>;
interface UndiciMessage {
  request: { method: string; origin: string | URL };
  response?: { statusCode: number };
}

/** Records a span for each HTTP request of undici; returns a function that ends that. */
export function traceOutgoingRequests(): () => void {
  const running = new WeakMap<object, EndSpan>();
  const statuses = new WeakMap<object, number>();
  const listeners: Record<string, (message: UndiciMessage) => void> = {
    'undici:request:create': ({ request }) => {
      const { method } = request;
      const attributes = {
        'http.request.method': method,
        'server.address': new URL(String(request.origin)).hostname,
      };
      const end = beginOutgoing({ name: method, attributes });
      if (end) running.set(request, end);
    },
    'undici:request:headers': ({ request, response }) => {
      statuses.set(request, response!.statusCode);
    },
    'undici:request:trailers': ({ request }) => {
      const status = statuses.get(request) ?? 0;
      running.get(request)?.(status >= 500, { 'http.response.status_code': status });
    },
    'undici:request:error': ({ request }) => running.get(request)?.(true),
  };
  const each = (change: typeof subscribe | typeof unsubscribe) => {
    for (const [name, listener] of Object.entries(listeners))
      change(name, listener as (message: unknown) => void);
  };
  each(subscribe);
  return () => each(unsubscribe);
}
