const exact: Readonly<Record<string, number>> = {
  'request.invalid': 400,
  'request.body-malformed': 400,
  'request.length-mismatch': 400,
  'request.malformed': 400,
  'request.uri-malformed': 400,
  'request.if-match-invalid': 400,
  'request.idempotency-key-invalid': 400,
  'request.route-not-found': 404,
  'request.method-not-allowed': 405,
  'request.not-acceptable': 406,
  'request.timeout': 408,
  'request.idempotency-in-progress': 409,
  'request.invalid-cursor': 400,
  'request.contended': 409,
  'request.stale-version': 412,
  'request.body-too-large': 413,
  'request.uri-too-long': 414,
  'request.media-type-unsupported': 415,
  'request.if-match-missing': 428,
  'request.headers-too-large': 431,
  'auth.required': 401,
  'auth.token-invalid': 401,
  'auth.token-expired': 401,
  'auth.session-ended': 401,
  'auth.forbidden': 403,
  'auth.onboarding-required': 403,
  'gateway.rate.limited': 429,
  'gateway.live.too-many': 429,
  'gateway.service.unreachable': 503,
  'gateway.service.timeout': 504,
  'internal.unexpected': 500,
  'internal.not-ready': 503,
};

const byReason: readonly (readonly [RegExp, number])[] = [
  [/not-found$/, 404],
  [/(^|-)(forbidden|not-allowed|not-yours)$/, 403],
  [/(^|-)(taken|exists|conflict|in-use|already-[a-z-]+)$/, 409],
  [/(^|-)stale(-version)?$/, 412],
  [/(^|-)too-large$/, 413],
  [/(^|-)(unavailable|unreachable)$/, 503],
];

/** The status of a code that names none: by the reason it ends with; else 422. */
export function statusOf(code: string): number {
  const known = exact[code];
  if (known !== undefined) return known;
  const reason = code.slice(code.lastIndexOf('.') + 1);
  return byReason.find(([form]) => form.test(reason))?.[1] ?? 422;
}
