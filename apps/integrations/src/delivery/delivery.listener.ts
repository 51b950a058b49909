import { Controller, Inject } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { OnEvent, type EventOf } from '@engawa/events';
import { SERVICE_ENV, type Environment } from '@engawa/service-kit';
import { chatText } from '../chat/chat-message.rules';
import { QuietSpaces } from '../receiver/quiet-spaces.service';
import { DeliveryService } from './delivery.service';

@Controller()
export class DeliveryListener {
  private readonly publicUrl: string;

  constructor(
    private readonly deliveries: DeliveryService,
    private readonly directory: Directory,
    private readonly quiet: QuietSpaces,
    @Inject(SERVICE_ENV) env: Environment,
  ) {
    this.publicUrl = (env['ENGAWA_PUBLIC_URL'] ?? 'http://localhost:4000').replace(/\/$/, '');
  }

  @OnEvent([events.postCreated, events.commentCreated], { batch: { max: 100 } })
  async onWritten(list: EventOf<typeof events.postCreated>[]): Promise<void> {
    await Promise.all(list.map((event) => this.enqueueWritten(event)));
  }

  private async enqueueWritten(event: EventOf<typeof events.postCreated>): Promise<void> {
    const { postId, commentId, ownerId, memo, imported } = event.data;
    // An import is no news for chats, and one event for webhooks.
    if (imported || (await this.quiet.has(event.space))) return;
    await this.deliveries.toWebhooks(event, { postId, commentId });
    const kind = commentId === null ? 'post' : 'comment';
    await this.deliveries.toChats(event, kind, async () => {
      const who = await this.nameOf(event.space, ownerId);
      const what = kind === 'post' ? '新しい投稿' : '新しいコメント';
      const path = commentId === null ? '' : `/comments/${commentId}`;
      return chatText({
        heading: `${what}: ${who}`,
        memo,
        link: `${this.publicUrl}/posts/${postId}${path}`,
      });
    });
  }

  @OnEvent([events.postUpdated, events.commentUpdated, events.postDeleted, events.commentDeleted], {
    batch: { max: 100 },
  })
  async onThreadChanged(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await Promise.all(
      list.map(async (event) => {
        if (await this.quiet.has(event.space)) return;
        const { postId, commentId } = event.data;
        await this.deliveries.toWebhooks(event, { postId, commentId });
      }),
    );
  }

  @OnEvent([events.taskCreated, events.taskUpdated, events.taskDeleted], { batch: { max: 100 } })
  async onTask(list: EventOf<typeof events.taskCreated>[]): Promise<void> {
    await Promise.all(list.map((event) => this.enqueueTask(event)));
  }

  private async enqueueTask(event: EventOf<typeof events.taskCreated>): Promise<void> {
    if (await this.quiet.has(event.space)) return;
    const { taskId, postId, commentId, excerpt, mirror } = event.data;
    await this.deliveries.toWebhooks(event, { taskId, postId, commentId });
    if (event.name !== events.taskCreated.name) return;
    await this.deliveries.toChats(event, 'task', async () => {
      const assignee = mirror.assignUserId.value;
      const who = assignee === null ? '担当者なし' : await this.nameOf(event.space, assignee);
      return chatText({
        heading: `新しいタスク: ${who}`,
        memo: excerpt,
        link: `${this.publicUrl}/tasks/${taskId}`,
      });
    });
  }

  @OnEvent(events.memberAdded, events.memberUpdated, events.memberDeleted, events.memberRestored)
  async onMember(event: EventOf<typeof events.memberAdded>): Promise<void> {
    if (event.data.imported) return;
    if (await this.quiet.has(event.space)) return;
    await this.deliveries.toWebhooks(event, { memberId: event.data.memberId });
  }

  @OnEvent(events.postsImported)
  async onPostsImported(event: EventOf<typeof events.postsImported>): Promise<void> {
    await this.deliveries.toWebhooks(event, event.data);
  }

  @OnEvent(events.memberImportFinished)
  async onMembersImported(event: EventOf<typeof events.memberImportFinished>): Promise<void> {
    await this.deliveries.toWebhooks(event, event.data, 'members.member.imported');
  }

  private async nameOf(space: string, staffId: string): Promise<string> {
    const found = await this.directory.findStaffs(space, [staffId]);
    return found.get(staffId)?.displayName ?? '';
  }
}
