import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { ExcerptService } from './excerpt.service';

/**
 * Replaces excerpts of content that lost the name of an erased member (MBR-5). Other edits leave
 * excerpts unchanged.
 */
@Controller()
export class RedactionListener {
  constructor(private readonly excerpts: ExcerptService) {}

  @OnEvent(events.postUpdated, events.commentUpdated)
  async onRedacted({ space, data }: EventOf<typeof events.postUpdated>): Promise<void> {
    if (data.redacted) await this.excerpts.replace(space, data, data.memo);
  }

  /**
   * The tasks service redacts its copy later than the post. Until then its events carry the old
   * excerpt; this event follows them.
   */
  @OnEvent(events.taskUpdated)
  async onTaskRedacted({ space, data }: EventOf<typeof events.taskUpdated>): Promise<void> {
    if (data.redacted) await this.excerpts.replace(space, data, data.excerpt);
  }
}
