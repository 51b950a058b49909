export const healthViews = ['cold', 'issues', 'coverage'] as const;
type HealthView = (typeof healthViews)[number];

/** The page's address. */
export interface HealthAddress {
  view: HealthView;
  /** A member type, `none`, or empty for all. */
  type: string;
  snoozed: boolean;
  /** Whose members are shown; `none`: those known by no active staff. */
  staff: string;
}

/** Parses the address; invalid values count as absent. */
export function readHealthAddress(params: URLSearchParams): HealthAddress {
  const view = params.get('view');
  return {
    view: healthViews.find((one) => one === view) ?? 'cold',
    type: params.get('type') ?? '',
    snoozed: params.get('snoozed') === '1',
    staff: params.get('staff') ?? '',
  };
}

/** Omits defaults. */
export function writeHealthAddress(address: HealthAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (address.view !== 'cold') params.set('view', address.view);
  if (address.view === 'cold' && address.type) params.set('type', address.type);
  if (address.view === 'cold' && address.snoozed) params.set('snoozed', '1');
  if (address.view === 'coverage' && address.staff) params.set('staff', address.staff);
  return params;
}

/** Typed days: a number from 1 to 1,000, null for none, undefined if invalid. */
export function daysFrom(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  if (!/^\d{1,4}$/.test(plain)) return undefined;
  const days = Number(plain);
  return days >= 1 && days <= 1_000 ? days : undefined;
}

/**
 * Idempotency key of a handover: the same member, colleague and due day are handed over once a day,
 * however often the button is pressed.
 */
export function handOverKey(args: { postId: string; memberId: string; to: string; due: string }) {
  return `handover:${hash(Object.values(args).join(' '))}:${args.memberId.slice(0, 64)}`;
}

function hash(text: string): string {
  let value = 2166136261;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  }
  return (value >>> 0).toString(36);
}
