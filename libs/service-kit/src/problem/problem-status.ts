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

/** Codes of the services whose last word says something else, or nothing. */
const ofServices: Readonly<Record<string, number>> = {
  'identity.api-token.scope-forbidden': 422,
  'identity.password-link.invalid': 404,
  'identity.password-link.expired': 410,
  'identity.password-link.used': 410,
  'identity.session.ended': 401,
  'identity.sign-in.code-required': 401,
  'identity.sign-in.code-wrong': 401,
  'identity.sign-in.deactivated': 403,
  'identity.sign-in.organisation-required': 403,
  'identity.sign-in.refused': 401,
  'identity.sign-in.too-many-attempts': 429,
  'identity.staff.not-joined': 409,
  'identity.staff.password-set': 409,
  'identity.two-factor.enabled': 409,
  'identity.two-factor.not-begun': 409,
  'identity.two-factor.not-enabled': 409,
  'identity.two-factor.required': 409,
  'integrations.delivery.emptied': 409,
  'integrations.test.not-configured': 409,
  'members.import.file-gone': 410,
  'members.import.file-missing': 400,
  'members.import.wrong-state': 409,
  'members.member-type.order-mismatch': 409,
  'members.member.deleted': 409,
  'members.member.erased': 409,
  'members.member.no-permission': 403,
  'members.merge.wrong-state': 409,
  'search.saved-search.too-many': 409,
  'tasks.filter.too-many': 409,
  'timeline.attachment.link-expired': 403,
  'timeline.attachment.missing': 400,
  'timeline.draft.ended': 409,
  'timeline.post.undo-expired': 409,
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
  const known = exact[code] ?? ofServices[code];
  if (known !== undefined) return known;
  const reason = code.slice(code.lastIndexOf('.') + 1);
  return byReason.find(([form]) => form.test(reason))?.[1] ?? 422;
}
