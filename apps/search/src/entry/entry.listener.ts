import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { entryOf } from './entry.mapper';
import { EntryService } from './entry.service';

@Controller()
export class EntryListener {
  constructor(private readonly entries: EntryService) {}

  @OnEvent([events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated], {
    lists: true,
  })
  async onWritten(list: EventOf<typeof events.postCreated>[]): Promise<void> {
    await Promise.all(list.map((event) => this.keep(event)));
  }

  @OnEvent([events.postDeleted, events.commentDeleted], { lists: true })
  async onDeleted(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await Promise.all(list.map((event) => this.remove(event)));
  }

  private async keep(event: EventOf<typeof events.postCreated>): Promise<void> {
    const told = entryOf(event.data, event.version, new Date(event.at));
    await this.entries.upsert(event.space, told);
  }

  private async remove(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { postId, commentId } = event.data;
    await this.entries.remove(event.space, {
      id: commentId ?? postId,
      version: event.version,
      kind: commentId === null ? 'post' : 'comment',
      postId,
      at: new Date(event.at),
    });
  }
}
