import { z } from 'zod';
import { id, instant, line, version } from '../primitive';
import { textForm } from '../text-rule';

/** The task that a post of a template begins with; its due date counts from the day of writing. */
export const templateTask = z
  .strictObject({
    assignUserId: id.nullable().default(null),
    dueInDays: z.int().min(0).max(365).nullable().default(null),
  })
  .meta({ id: 'TemplateTask' });
export type TemplateTask = z.infer<typeof templateTask>;

/** A template of the space (TML-15): the structure, labels and task that a post begins with. */
export const postTemplate = z
  .object({
    id,
    version,
    displayName: z.string(),
    memo: z.string().meta({ description: 'The text that the post begins with' }),
    labelIds: z.array(id),
    deletedLabels: z
      .array(z.object({ id, name: z.string() }))
      .meta({ description: 'Labels that it had and that the space has deleted since' }),
    task: templateTask.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'PostTemplate' });
export type PostTemplate = z.infer<typeof postTemplate>;

/** Most templates of a space. */
export const TEMPLATE_LIMIT = 30;
/** Longest text of a template, in UTF-16 units. */
export const TEMPLATE_MEMO_MAX_LENGTH = 4_000;

const displayName = line(50).min(1);
const memo = z
  .string()
  .max(TEMPLATE_MEMO_MAX_LENGTH)
  .regex(textForm, { error: 'Control characters are not allowed' });
const labelIds = z.array(id).max(20);

/** createPostTemplate: rejects a name that exists, ignoring width, case and kana. */
export const createPostTemplateInput = z.strictObject({
  displayName,
  memo: memo.default(''),
  labelIds: labelIds.default([]),
  task: templateTask.nullable().default(null),
});
export type CreatePostTemplateInput = z.infer<typeof createPostTemplateInput>;

/** updatePostTemplate: given fields change; `task: null` takes the task away. */
export const updatePostTemplateInput = z.strictObject({
  displayName: displayName.optional(),
  memo: memo.optional(),
  labelIds: labelIds.optional(),
  task: templateTask.nullable().optional(),
});
export type UpdatePostTemplateInput = z.infer<typeof updatePostTemplateInput>;

/** orderPostTemplates: the new order; omitted ones follow in their order. */
export const orderPostTemplatesInput = z.strictObject({
  ids: z.array(id).min(1).max(TEMPLATE_LIMIT),
});
export type OrderPostTemplatesInput = z.infer<typeof orderPostTemplatesInput>;
export const listPostTemplatesAnswer = z.object({ items: z.array(postTemplate) });
