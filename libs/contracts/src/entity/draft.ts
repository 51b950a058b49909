import { z } from 'zod';
import { id, instant } from '../primitive';
import { attachment } from './attachment';
import { introductionInput } from './introduction';
import { memberRef } from './member';
import { newPostContent, postContent } from './post-content';
import { taskObjectInput } from './task';

/** Most drafts of one staff member. */
export const DRAFT_LIMIT = 200;

/** A draft of a post or comment, visible to its author only (TML-7). */
export const draft = z
  .object({
    id,
    revision: z.int().min(1).meta({ description: 'Increased by the client with every save' }),
    ownerId: id,
    memo: z.string(),
    members: z.array(memberRef),
    memberIds: z.array(id),
    labelIds: z.array(id),
    mentions: z.array(id),
    attachments: z.array(attachment),
    task: taskObjectInput.nullable(),
    talkedAt: instant.nullable(),
    mustRead: z.boolean(),
    introduction: introductionInput.nullable(),
    whereList: z.string().meta({ description: 'The page that it was written on' }),
    isCommentDraft: z.boolean(),
    postIdForComment: id.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof draft>;

/**
 * saveDraft, under an id made by the client (a UUID). `revision` grows with every save: a revision
 * not above the stored one is rejected with 412 and the stored draft; a sent or deleted draft stays
 * so (409).
 */
export const saveDraftInput = z.strictObject({
  revision: z.int().min(1).max(2_000_000_000),
  ...newPostContent,
  talkedAt: postContent.talkedAt.nullable().default(null),
  whereList: z.string().max(200).default(''),
  postIdForComment: id.nullable().default(null).meta({ description: 'Makes it a comment draft' }),
});
export type SaveDraftInput = z.infer<typeof saveDraftInput>;

/** listDrafts: all drafts of the caller, latest change first. */
export const listDraftsQuery = z.strictObject({
  postIdForComment: id.optional().meta({ description: 'Only comment drafts of this post' }),
});
export type ListDraftsQuery = z.infer<typeof listDraftsQuery>;
export const listDraftsAnswer = z.object({ items: z.array(draft) });
export const countDraftsAnswer = z.object({ count: z.int().min(0) });
