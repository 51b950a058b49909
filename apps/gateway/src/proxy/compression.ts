import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Shorter responses fit into two packets, compressed or not. */
const MIN_BYTES = 2_048;

/**
 * Prefixes whose responses carry secrets: tokens, one-time secrets, recovery codes. Never
 * compressed, so that their length reveals nothing (decision 0023).
 */
const secretPrefixes: ReadonlySet<string> = new Set([
  'auth',
  'session',
  'sessions',
  'profile',
  'api-tokens',
  'webhooks',
]);

const compressible = /^(?:application\/(?:[a-z.+-]+\+)?json|text\/csv)\b/i;
/** Streamed by services: long, without a Content-Length. */
const streamed = /^text\/csv\b/i;

/** A service's response on its way to the caller. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
}

/** The supported coding that the caller prefers; null for none. */
export function acceptedCoding(acceptEncoding: string | undefined): 'br' | 'gzip' | null {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').slice(0, 300).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q ? Number(q.slice(2)) : 1;
    if (name) weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br <= 0 && gzip <= 0) return null;
  return br >= gzip ? 'br' : 'gzip';
}

/** Whether the response may be compressed for other callers: decides `Vary`. */
export function isCompressible(prefix: string, { status, headers }: Answer): boolean {
  const type = headers['content-type'] ?? '';
  const length = Number(headers['content-length'] ?? (streamed.test(type) ? MIN_BYTES : 0));
  return (
    status >= 200 &&
    ![204, 206, 304].includes(status) &&
    length >= MIN_BYTES &&
    !secretPrefixes.has(prefix) &&
    headers['content-encoding'] === undefined &&
    compressible.test(type)
  );
}

/** A stream that compresses its input. */
export function compressorOf(coding: 'br' | 'gzip', { headers }: Answer): Transform {
  const length = Number(headers['content-length'] ?? 0);
  if (coding === 'gzip') return createGzip({ level: 5 });
  return createBrotliCompress({
    params: {
      // Smaller than gzip at about the same speed; higher qualities cost many times more.
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/** Headers of a response in another coding: the same contents in other bytes. */
export function codedHeaders(
  headers: Record<string, string | string[]>,
  coding: 'br' | 'gzip',
): Record<string, string | string[]> {
  const { 'content-length': _length, etag, ...rest } = headers;
  return {
    ...rest,
    'content-encoding': coding,
    ...(typeof etag === 'string' ? { etag: etag.startsWith('W/') ? etag : `W/${etag}` } : {}),
  };
}
