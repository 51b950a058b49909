import {
  notificationKinds,
  type KindPreference,
  type NotificationKind,
  type NotificationPreferences,
  type UpdateNotificationPreferencesInput,
  wallClock,
} from '@engawa/contracts';

/** Defaults: everything in the app, no mails, digests at eight. */
export function defaultPreferences(): NotificationPreferences {
  const kind: KindPreference = { app: true, mail: 'none' };
  return {
    kinds: Object.fromEntries(
      notificationKinds.map((name) => [name, { ...kind }]),
    ) as NotificationPreferences['kinds'],
    digestHour: 8,
    locale: 'ja',
  };
}

/** Merges a choice into the previous preferences; later kinds have their default. */
export function changedPreferences(
  before: Partial<NotificationPreferences> | null,
  input: UpdateNotificationPreferencesInput,
): NotificationPreferences {
  const defaults = defaultPreferences();
  const kinds = notificationKinds.map((name) => [
    name,
    { ...defaults.kinds[name], ...before?.kinds?.[name], ...input.kinds?.[name] },
  ]);
  return {
    kinds: Object.fromEntries(kinds) as NotificationPreferences['kinds'],
    digestHour: input.digestHour ?? before?.digestHour ?? defaults.digestHour,
    locale: input.locale ?? before?.locale ?? defaults.locale,
  };
}

export function preferenceOf(
  preferences: Pick<NotificationPreferences, 'kinds'> | undefined,
  kind: NotificationKind,
): KindPreference {
  return preferences?.kinds[kind] ?? defaultPreferences().kinds[kind];
}

export function wantsDigest({ kinds }: Pick<NotificationPreferences, 'kinds'>): boolean {
  return notificationKinds.some((kind) => kinds[kind]?.mail === 'digest');
}

const HOUR_MS = 3_600_000;

/**
 * The next moment after `after` at which it is `hour` o'clock in the time zone. When daylight
 * saving skips that hour, the first moment past it; when it comes twice, the first.
 */
export function nextDigestAt(after: Date, timeZone: string, hour: number): Date {
  const read = (at: number) => {
    const wall = wallClock(new Date(at), timeZone);
    return { day: wall.getUTCDate(), hour: wall.getUTCHours() };
  };
  // Offsets are multiples of a quarter of an hour, and so are the starts of hours.
  const step = HOUR_MS / 4;
  const first = Math.floor(after.getTime() / step) * step + step;
  let previous = read(first - step);
  for (let at = first; at < first + 50 * HOUR_MS; at += step) {
    const now = read(at);
    const begins = now.day !== previous.day || now.hour !== previous.hour;
    const reached = now.hour === hour && previous.hour !== hour;
    const skipped =
      now.day === previous.day ? previous.hour < hour && now.hour > hour : now.hour > hour;
    if (begins && (reached || skipped)) return new Date(at);
    previous = now;
  }
  throw new RangeError(`No ${hour} o'clock in ${timeZone}`);
}
