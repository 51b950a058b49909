/** Lifetime of a sign-in step. */
export const STEP_LIFETIME_MS = 10 * 60_000;

/** The browser is at the issuer. */
interface BegunStep {
  readonly kind: 'begun';
  readonly space: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Page of the web app to open afterwards. */
  readonly from: string;
  readonly until: number;
}

/** The issuer verified the staff member; the one-time code is still missing. */
export interface CodeStep {
  readonly kind: 'code';
  readonly space: string;
  readonly staffId: string;
  readonly epoch: number;
  readonly idToken: string | null;
  readonly until: number;
}

/** The browser has a session that the issuer opened; kept until it signs out. */
interface OpenStep {
  readonly kind: 'open';
  readonly space: string;
  readonly idToken: string | null;
  readonly until: number;
}

/**
 * State between the requests of one sign-in: sealed in a cookie of the browser that started it, so
 * that nothing is stored and no other browser can continue.
 */
export type OidcStep = BegunStep | CodeStep | OpenStep;

/** Browsers drop cookies above 4 kB; sealing makes a text longer by a third. */
const LONGEST_ID_TOKEN = 2_400;

/** Null for an ID token that is too long for a cookie. */
export function keptIdToken(idToken: string): string | null {
  return idToken.length <= LONGEST_ID_TOKEN ? idToken : null;
}

/** Seals and opens values; see `SecretService`. */
export interface Box {
  seal(owner: string, text: string): string;
  open(owner: string, box: string): string;
}

export function writeStep(step: OidcStep, box: Box): string {
  return box.seal(`oidc ${step.kind}`, JSON.stringify(step));
}

/** Null for a step that is missing, forged, of another kind, or expired. `now` in epoch ms. */
export function readStep<Kind extends OidcStep['kind']>(
  kind: Kind,
  text: string | undefined,
  box: Box,
  now: number,
): Extract<OidcStep, { kind: Kind }> | null {
  if (text === undefined) return null;
  try {
    const step = JSON.parse(box.open(`oidc ${kind}`, text)) as Extract<OidcStep, { kind: Kind }>;
    return step.until > now ? step : null;
  } catch {
    return null;
  }
}

/** The sign-in page that shows the error or asks for the one-time code. */
export function signInAddress(space: string, more: Record<string, string> = {}): string {
  return `/login?${new URLSearchParams({ space, ...more }).toString()}`;
}
