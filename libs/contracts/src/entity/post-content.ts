import { z } from 'zod';
import { emptyContent } from '../empty-content';
import { id, instantInput, memo } from '../primitive';
import { attachmentIds } from './attachment';
import { introductionInput } from './introduction';
import { taskObjectInput } from './task';

/** What a staff member writes in a comment. */
export const commentContent = {
  memo,
  mentions: z.array(id).max(50),
  labelIds: z.array(id).max(20),
  task: taskObjectInput.nullable(),
  attachmentIds,
};

const timelessContent = {
  ...commentContent,
  memberIds: z.array(id).max(50),
  mustRead: z.boolean(),
  introduction: introductionInput.nullable(),
};

/** What a staff member writes in a post; requests, drafts and forms derive from it. */
export const postContent = { ...timelessContent, talkedAt: instantInput };

type Field = keyof typeof emptyContent;

/** Fields that are empty unless they are given. */
function orEmpty<Shape extends { [Name in keyof Shape]: z.ZodType }>(shape: Shape) {
  const fields = Object.entries<z.ZodType>(shape).map(([name, field]) => [
    name,
    field.default(emptyContent[name as Field]),
  ]);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodDefault<Shape[Name]> };
}

/** The content of a new comment. */
export const newCommentContent = orEmpty(commentContent);

/** The content of a new post or draft, without the talk time: a post without one is of now. */
export const newPostContent = orEmpty(timelessContent);
