import { followPostInput, id } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class FollowPostDto extends createDto(followPostInput) {}
export class FollowedMemberDto extends createDto(
  z.strictObject({ memberId: id.meta({ description: 'Id of a member' }) }),
) {}
export class FollowedPostDto extends createDto(
  z.strictObject({ postId: id.meta({ description: 'Id of a post' }) }),
) {}
