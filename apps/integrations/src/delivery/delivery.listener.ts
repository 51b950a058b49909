import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { OnEvent, type EventOf } from '@engawa/events';
import { InjectConfig } from '@engawa/service-kit';
import { chatText } from '../chat/chat-message.rules';
import type { IntegrationsConfig } from '../integrations.config';
import { QuietSpaces } from '../receiver/quiet-spaces.service';
import { DeliveryService } from './delivery.service';

type Written = EventOf<(typeof events)['postCreated' | 'postUpdated']>;
type Task = EventOf<typeof events.taskCreated>;

/**
 * Creates deliveries. A chat message that still waits follows its text when that loses the name of an
 * erased member (MBR-5), and is withdrawn when it is deleted until that is undone, also while its
 * chat is turned off; other edits leave it unchanged.
 */
@Controller()
export class DeliveryListener {
  private readonly publicUrl: string;

  constructor(
    private readonly deliveries: DeliveryService,
    private readonly directory: Directory,
    private readonly quiet: QuietSpaces,
    @InjectConfig() config: IntegrationsConfig,
  ) {
    this.publicUrl = config.ENGAWA_PUBLIC_URL.replace(/\/$/, '');
  }

  @OnEvent([events.postCreated, events.commentCreated], { lists: true })
  async onWritten(list: Written[]): Promise<void> {
    await Promise.all(list.map((event) => this.enqueueWritten(event)));
  }

  private async enqueueWritten(event: Written): Promise<void> {
    const { postId, commentId, imported } = event.data;
    // An import is no news for chats, and one event for webhooks.
    if (imported || (await this.quiet.has(event.space))) return;
    await this.deliveries.toWebhooks(event, { postId, commentId });
    const kind = commentId === null ? 'post' : 'comment';
    await this.deliveries.toChats(event, kind, () => this.textOfWritten(event));
  }

  @OnEvent([events.postUpdated, events.commentUpdated], { lists: true })
  async onEdited(list: EventOf<typeof events.postUpdated>[]): Promise<void> {
    await Promise.all(
      list.map(async (event) => {
        if (event.data.redacted) {
          await this.deliveries.replaceInChats(event, await this.textOfWritten(event));
        }
        await this.deliveries.restoreInChats(event, () => this.textOfWritten(event));
        await this.announceChange(event);
      }),
    );
  }

  @OnEvent([events.postDeleted, events.commentDeleted], { lists: true })
  async onDeleted(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await Promise.all(
      list.map(async (event) => {
        await this.deliveries.withdrawFromChats(event);
        await this.announceChange(event);
      }),
    );
  }

  private async announceChange(event: EventOf<typeof events.postDeleted>): Promise<void> {
    if (await this.quiet.has(event.space)) return;
    const { postId, commentId } = event.data;
    await this.deliveries.toWebhooks(event, { postId, commentId });
  }

  @OnEvent([events.taskCreated, events.taskUpdated, events.taskDeleted], { lists: true })
  async onTask(list: Task[]): Promise<void> {
    await Promise.all(
      list.map(async (event) => {
        if (event.data.redacted) {
          await this.deliveries.replaceInChats(event, await this.textOfTask(event));
        }
        if (event.name === events.taskDeleted.name) await this.deliveries.withdrawFromChats(event);
        await this.enqueueTask(event);
      }),
    );
  }

  private async enqueueTask(event: Task): Promise<void> {
    if (await this.quiet.has(event.space)) return;
    const { taskId, postId, commentId } = event.data;
    await this.deliveries.toWebhooks(event, { taskId, postId, commentId });
    if (event.name !== events.taskCreated.name) return;
    await this.deliveries.toChats(event, 'task', () => this.textOfTask(event));
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

  private async textOfWritten({ space, data }: Written): Promise<string> {
    const { postId, commentId, ownerId, memo } = data;
    const who = await this.nameOf(space, ownerId);
    const what = commentId === null ? '新しい投稿' : '新しいコメント';
    const path = commentId === null ? '' : `/comments/${commentId}`;
    return chatText({
      heading: `${what}: ${who}`,
      memo,
      link: `${this.publicUrl}/posts/${postId}${path}`,
    });
  }

  private async textOfTask({ space, data }: Task): Promise<string> {
    const assignee = data.mirror.assignUserId.value;
    const who = assignee === null ? '担当者なし' : await this.nameOf(space, assignee);
    return chatText({
      heading: `新しいタスク: ${who}`,
      memo: data.excerpt,
      link: `${this.publicUrl}/tasks/${data.taskId}`,
    });
  }

  private async nameOf(space: string, staffId: string): Promise<string> {
    const found = await this.directory.findStaffs(space, [staffId]);
    return found.get(staffId)?.displayName ?? '';
  }
}
