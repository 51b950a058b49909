import { z } from 'zod';
import { id, instant, line, version } from '../primitive';
import { calendarDay } from './insight';
import { kanaRows } from '../member-order';
import { memberSort, sortOrder } from './member';
import { staffRef } from './staff';

/**
 * Criteria of a saved view of the timeline; absent ones do not restrict. Both days are included.
 */
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

/**
 * Criteria and order of a saved view of the list of members, as `listMembers` takes them. The order
 * may name a custom field that was deleted since.
 */
export const memberViewCriteria = z.strictObject({
  q: z.string().trim().max(100).default(''),
  typeId: id.nullable().default(null),
  kanaRow: z.enum(kanaRows).nullable().default(null),
  deleted: z.boolean().default(false).meta({ description: 'Resigned members' }),
  sort: memberSort,
  order: sortOrder,
});
export type MemberViewCriteria = z.infer<typeof memberViewCriteria>;

/** Pages with saved views. */
export const viewPages = ['timeline', 'members'] as const;
export const viewPage = z.enum(viewPages);
export type ViewPage = z.infer<typeof viewPage>;

/** Criteria of the timeline or of the list of members under a name, of one staff member or of the space (TML-14). */
export const savedView = z
  .object({
    id,
    version,
    displayName: z.string(),
    shared: z.boolean().meta({ description: 'All staff of the space see it' }),
    owner: staffRef,
    page: viewPage.meta({ description: 'What the view is of' }),
    criteria: savedViewCriteria.meta({
      description: 'Criteria of the timeline; without any for a view of members',
    }),
    memberCriteria: memberViewCriteria
      .nullable()
      .meta({ description: 'Criteria of the list of members; null for a view of the timeline' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** Most saved views of one staff member, and most that a space shares, of all pages together. */
export const SAVED_VIEW_LIMIT = 30;
const displayName = line(50).min(1);
export const createSavedViewInput = z.strictObject({
  displayName,
  shared: z.boolean().default(false),
  criteria: savedViewCriteria.optional(),
  memberCriteria: memberViewCriteria
    .nullable()
    .default(null)
    .meta({ description: 'Makes it a view of the list of members' }),
});
export type CreateSavedViewInput = z.infer<typeof createSavedViewInput>;
export const updateSavedViewInput = z.strictObject({
  displayName: displayName.optional(),
  shared: z.boolean().optional(),
  criteria: savedViewCriteria.optional(),
  memberCriteria: memberViewCriteria.optional(),
});
/** listSavedViews: those of one page. */
export const listSavedViewsQuery = z.strictObject({
  page: viewPage.default('timeline').meta({ description: 'Views of this page' }),
});
export type UpdateSavedViewInput = z.infer<typeof updateSavedViewInput>;
/**
 * orderSavedViews: the caller's own order of the views of a page; views that are left out come
 * last, by name.
 */
export const orderSavedViewsInput = z.strictObject({
  ids: z.array(id).max(2 * SAVED_VIEW_LIMIT),
  page: viewPage.default('timeline').meta({ description: 'Page of these views' }),
});
export type OrderSavedViewsInput = z.infer<typeof orderSavedViewsInput>;
export const listSavedViewsAnswer = z.object({ items: z.array(savedView) });
