import { createCommentInput, id, listCommentsQuery, updateCommentInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListCommentsQueryDto extends createDto(listCommentsQuery) {}
export class CreateCommentDto extends createDto(createCommentInput) {}
export class UpdateCommentDto extends createDto(updateCommentInput) {}
export class CommentPathDto extends createDto(z.strictObject({ postId: id, commentId: id })) {}
