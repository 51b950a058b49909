import { MongoError } from '../mongo-error';

export type Zone =
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'named'; readonly format: Intl.DateTimeFormat };

const UTC: Zone = { kind: 'offset', minutes: 0 };
const cache = new Map<string, Zone>([
  ['UTC', UTC],
  ['GMT', UTC],
  ['Z', UTC],
]);

/** A zone by its name in the IANA database or by its offset. @throws MongoError 40485 */
export function parseZone(name: string): Zone {
  const known = cache.get(name);
  if (known) return known;
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(name);
  let zone: Zone;
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    zone = { kind: 'offset', minutes: offset[1] === '-' ? -minutes : minutes };
  } else {
    try {
      zone = {
        kind: 'named',
        format: new Intl.DateTimeFormat('en-US', {
          timeZone: name,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
          era: 'short',
        }),
      };
    } catch {
      throw new MongoError(40485, `unrecognized time zone identifier: "${name}"`);
    }
  }
  if (cache.size < 1000) cache.set(name, zone);
  return zone;
}

/** Milliseconds that the zone's clocks are ahead of UTC at a moment. */
export function offsetAt(zone: Zone, instant: number): number {
  if (zone.kind === 'offset') return zone.minutes * 60_000;
  const second = Math.floor(instant / 1000) * 1000;
  const parts: { [type: string]: string } = {};
  for (const { type, value } of zone.format.formatToParts(second)) parts[type] = value;
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
  return local.getTime() - second;
}

/** What a zone's clock shows at a moment, as if it were UTC. */
export function instantToLocal(instant: number, zone: Zone): number {
  return instant + offsetAt(zone, instant);
}

/** The moment at which a zone's clock shows a time. */
export function localToInstant(local: number, zone: Zone): number {
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}
