import { HttpException } from '@nestjs/common';
import { isStoreAway } from './database-away';
import { ProblemError, versionHeaders } from './problem-error';

const byFastifyCode: Readonly<Record<string, ConstructorParameters<typeof ProblemError>[0]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media-type-unsupported',
  FST_ERR_CTP_EMPTY_TYPE: 'request.media-type-unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.body-malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.body-malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.body-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.length-mismatch',
  FST_ERR_BAD_URL: 'request.uri-malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'request.body-too-large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.media-type-unsupported',
  FST_PARTS_LIMIT: 'request.malformed',
  FST_FILES_LIMIT: 'request.malformed',
  FST_FIELDS_LIMIT: 'request.malformed',
};

const byStatus: Readonly<Record<number, ConstructorParameters<typeof ProblemError>[0]>> = {
  400: 'request.malformed',
  401: 'auth.required',
  403: 'auth.forbidden',
  404: 'request.route-not-found',
  405: 'request.method-not-allowed',
  406: 'request.not-acceptable',
  408: 'request.timeout',
  413: 'request.body-too-large',
  414: 'request.uri-too-long',
  415: 'request.media-type-unsupported',
  429: 'gateway.rate.limited',
  431: 'request.headers-too-large',
  503: 'internal.not-ready',
};

/** `Retry-After` while the database or the file store is away. */
const RETRY_AFTER_SECONDS = '2';

/** Converts an error of the framework to a problem; null for our own bugs. */
export function problemOf(error: unknown, limits: { bodyLimit: number }): ProblemError | null {
  if (error instanceof ProblemError) return error;
  if (error === null || typeof error !== 'object') return null;
  // Errors of libs/persistence; services that can answer the current document catch them before.
  const { name } = error as { name?: unknown };
  if (name === 'StaleVersion') {
    const { current } = error as { current?: unknown };
    return new ProblemError('request.stale-version', {
      headers: versionHeaders(current),
      cause: error,
    });
  }
  if (name === 'ChangeContended') return new ProblemError('request.contended', { cause: error });
  if (isStoreAway(error)) {
    return new ProblemError('internal.not-ready', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  const params = { limit: limits.bodyLimit };
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string' && byFastifyCode[code]) {
    return new ProblemError(byFastifyCode[code], { params, cause: error });
  }
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : typeof statusCode === 'number'
        ? statusCode
        : 500;
  if (status >= 400 && status < 500) {
    return new ProblemError(byStatus[status] ?? 'request.malformed', {
      status,
      params,
      cause: error,
    });
  }
  return status === 503 && error instanceof HttpException
    ? new ProblemError('internal.not-ready', { cause: error })
    : null;
}
