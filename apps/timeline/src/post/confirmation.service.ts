import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Post } from '@engawa/contracts';
import { AlreadyReminded, NotMustRead } from './post.errors';
import { postRemindedEvent } from './post.mapper';
import { mustManage, PostWriteService } from './post-write.service';

/** Shortest time between two reminders of a post. */
const REMINDER_INTERVAL_MS = 10 * 60_000;

/** Confirmations of must-read posts (TML-1). */
@Injectable()
export class ConfirmationService {
  constructor(private readonly writer: PostWriteService) {}

  /** Confirming again changes nothing. Throws `NotMustRead`. */
  confirm(staff: CurrentStaff, postId: string): Promise<Post> {
    const { staffId } = staff;
    return this.writer.write(
      staff,
      postId,
      null,
      (post, { at }) => {
        if (!post.mustRead) throw new NotMustRead();
        if (post.confirmations.some((entry) => entry.staffId === staffId)) return null;
        return { confirmations: [...post.confirmations, { staffId, confirmedAt: at }] };
      },
      { content: false },
    );
  }

  /**
   * Notifies again who has not confirmed; the notifications service knows who that is. Throws
   * `PostForbidden`, `NotMustRead` and `AlreadyReminded`.
   */
  remind(staff: CurrentStaff, postId: string): Promise<Post> {
    return this.writer.write(
      staff,
      postId,
      null,
      (post, { at }) => {
        mustManage(staff, post);
        if (!post.mustRead) throw new NotMustRead();
        const sinceLast = at.getTime() - (post.remindedAt?.getTime() ?? 0);
        if (sinceLast < REMINDER_INTERVAL_MS) {
          throw new AlreadyReminded(REMINDER_INTERVAL_MS - sinceLast);
        }
        return { remindedAt: at };
      },
      { content: false, eventOf: postRemindedEvent },
    );
  }
}
