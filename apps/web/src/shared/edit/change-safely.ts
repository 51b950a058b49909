import { currentOf } from './current-of';
import { isSame } from './merge-form';

/** Attempts while others change other fields. */
const ATTEMPTS = 5;

/**
 * Sends a change of a row based on the version that the reader saw. It is sent again if others
 * changed only other fields; throws the 412 if they changed the same one.
 */
export async function changeSafely<Thing extends { version: number }, Saved>(
  seen: Thing,
  change: Partial<Thing>,
  send: (base: Thing) => Promise<Saved>,
): Promise<Saved> {
  const names = Object.keys(change) as (keyof Thing)[];
  let base = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(base);
    } catch (error) {
      const now = currentOf<Thing>(error);
      const isRace =
        now &&
        names.some((name) => !isSame(now[name], seen[name]) && !isSame(now[name], change[name]));
      if (!now || isRace || attempt === ATTEMPTS) throw error;
      base = now;
    }
  }
}
