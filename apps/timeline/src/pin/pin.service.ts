import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { PIN_LIMIT, type Post } from '@engawa/contracts';
import { PostMapper } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { PostService } from '../post/post.service';
import { mustManage } from '../post/post-write.service';
import { TooManyPins } from './pin.errors';
import { PinRepository } from './pin.repository';

/** Pinned posts (TML-1). */
@Injectable()
export class PinService {
  constructor(
    private readonly pins: PinRepository,
    private readonly posts: PostRepository,
    private readonly reader: PostService,
    private readonly mapper: PostMapper,
  ) {}

  /** The last pinned first; deleted posts are omitted. */
  async list({ space }: CurrentStaff): Promise<{ items: Post[] }> {
    const ids = await this.pins.findPostIds(space);
    const posts = await this.posts.findLiveByIds(space, ids);
    posts.sort((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id));
    return { items: await this.mapper.answers(space, posts) };
  }

  /** For author and administrators. Throws `TooManyPins` when five living posts are pinned. */
  async pin(staff: CurrentStaff, postId: string): Promise<{ items: Post[] }> {
    const { space, staffId } = staff;
    mustManage(staff, await this.reader.getLive(space, postId));
    const pinned = await this.pins.findPostIds(space);
    const living = new Set((await this.posts.findLiveByIds(space, pinned)).map(({ id }) => id));
    const dead = new Set(pinned.filter((id) => !living.has(id)));
    await this.pins.replace(space, staffId, (postIds) => {
      if (postIds.includes(postId)) return postIds;
      const kept = postIds.filter((id) => !dead.has(id));
      if (kept.length >= PIN_LIMIT) throw new TooManyPins();
      return [postId, ...kept];
    });
    return this.list(staff);
  }

  /** For author and administrators; does nothing for a post that is not pinned. */
  async unpin(staff: CurrentStaff, postId: string): Promise<{ items: Post[] }> {
    const { space, staffId } = staff;
    mustManage(staff, await this.reader.getLive(space, postId));
    await this.pins.replace(space, staffId, (postIds) => postIds.filter((id) => id !== postId));
    return this.list(staff);
  }
}
