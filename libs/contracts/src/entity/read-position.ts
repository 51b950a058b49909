import { z } from 'zod';
import { instant, instantInput } from '../primitive';

/** Until when the caller has read the timeline (TML-10; specification: lastReadTime.timeline). */
export const readPosition = z
  .object({
    timeline: instant.nullable().meta({ description: 'Posts created later are new; null: never' }),
  })
  .meta({ id: 'ReadPosition' });
export type ReadPosition = z.infer<typeof readPosition>;

/** setReadPosition: only moves forward, and never beyond now. */
export const setReadPositionInput = z.strictObject({ timeline: instantInput });
export type SetReadPositionInput = z.infer<typeof setReadPositionInput>;
