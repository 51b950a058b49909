import {
  createPostInput,
  createPostsInput,
  id,
  listPostsQuery,
  updatePostInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListPostsQueryDto extends createDto(listPostsQuery) {}
export class CreatePostDto extends createDto(createPostInput) {}
export class CreatePostsDto extends createDto(createPostsInput) {}
export class UpdatePostDto extends createDto(updatePostInput) {}
export class PostPathDto extends createDto(z.strictObject({ postId: id })) {}
