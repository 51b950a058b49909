import { z } from 'zod';
import { id, instant, line, version } from '../primitive';
import { calendarDay } from './insight';
import { staffRef } from './staff';

/** What a saved view of the timeline shows; what is absent does not matter. Both days are within. */
export const savedViewCriteria = z.strictObject({
  issue: z.enum(['open', 'closed']).nullable().default(null),
  unanswered: z.boolean().default(false),
  hasTask: z.boolean().default(false),
  mustRead: z.boolean().default(false),
  labelId: id.nullable().default(null),
  ownerId: id.nullable().default(null),
  memberId: id.nullable().default(null),
  from: calendarDay.nullable().default(null),
  until: calendarDay.nullable().default(null),
});
export type SavedViewCriteria = z.infer<typeof savedViewCriteria>;

/** Criteria of the timeline under a name, of one staff member or of the space (TML-14). */
export const savedView = z
  .object({
    id,
    version,
    displayName: z.string(),
    shared: z.boolean().meta({ description: 'All staff of the space see it' }),
    owner: staffRef,
    criteria: savedViewCriteria,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** Most saved views of one staff member, and most that a space shares. */
export const SAVED_VIEW_LIMIT = 30;
const displayName = line(50).min(1);
export const createSavedViewInput = z.strictObject({
  displayName,
  shared: z.boolean().default(false),
  criteria: savedViewCriteria,
});
export type CreateSavedViewInput = z.infer<typeof createSavedViewInput>;
export const updateSavedViewInput = z.strictObject({
  displayName: displayName.optional(),
  shared: z.boolean().optional(),
  criteria: savedViewCriteria.optional(),
});
export type UpdateSavedViewInput = z.infer<typeof updateSavedViewInput>;
/** orderSavedViews: the caller's own order; views that are left out come last, by name. */
export const orderSavedViewsInput = z.strictObject({
  ids: z.array(id).max(2 * SAVED_VIEW_LIMIT),
});
export type OrderSavedViewsInput = z.infer<typeof orderSavedViewsInput>;
export const listSavedViewsAnswer = z.object({ items: z.array(savedView) });
