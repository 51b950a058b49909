import type { IncomingHttpHeaders } from 'node:http';

/** Hop-by-hop headers (RFC 9110, 7.6.1), or set by the gateway. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-request-id',
  'traceparent',
]);

function namedBy(connection: string | string[] | undefined): readonly string[] {
  if (!connection || connection === 'keep-alive') return [];
  return String(connection)
    .toLowerCase()
    .split(/\s*,\s*/);
}

export interface Forwarded {
  requestId: string;
  traceparent: string;
  ip: string;
  host: string;
  protocol: string;
}

/** Headers of the request to a service: the caller's, without hop-by-hop headers. */
export function requestHeaders(headers: IncomingHttpHeaders, forwarded: Forwarded): string[] {
  const list: string[] = [];
  // Headers named by `Connection` are hop-by-hop too.
  const named = namedBy(headers.connection);
  for (const name in headers) {
    if (dropped.has(name) || name.startsWith('x-engawa-') || named.includes(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') list.push(name, value);
    else if (value) for (const entry of value) list.push(name, entry);
  }
  list.push(
    'x-request-id',
    forwarded.requestId,
    'traceparent',
    forwarded.traceparent,
    'x-forwarded-for',
    forwarded.ip,
    'x-forwarded-host',
    forwarded.host,
    'x-forwarded-proto',
    forwarded.protocol,
  );
  return list;
}

const droppedOfAnswer = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** Headers of a service's response as sent to the caller. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  added: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = { ...added };
  const named = namedBy(headers.connection);
  for (const name in headers) {
    if (droppedOfAnswer.has(name) || name.startsWith('x-engawa-') || named.includes(name)) continue;
    const value = headers[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
