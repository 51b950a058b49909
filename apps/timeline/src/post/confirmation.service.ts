import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Post } from '@engawa/contracts';
import { NotMustRead } from './post.errors';
import { PostWriteService } from './post-write.service';

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
}
