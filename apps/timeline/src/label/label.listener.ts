import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { bySpace, type EventOf, OnEvent, OnQuestion } from '@engawa/events';
import { LabelRemovalService } from './label-removal.service';
import { SavedViewClearing } from '../saved-view/saved-view-clearing.service';
import { LabelCache } from './label-cache.service';
import { LabelRepository } from './label.repository';

/** Answers services that do not know a label yet, and removes deleted labels from posts. */
@Controller()
export class LabelListener {
  constructor(
    private readonly labels: LabelRepository,
    private readonly cache: LabelCache,
    private readonly removal: LabelRemovalService,
    private readonly views: SavedViewClearing,
  ) {}

  @OnEvent(events.labelDeleted)
  async onLabelDeleted(event: EventOf<typeof events.labelDeleted>): Promise<void> {
    await this.removal.remove(event.space, event.data.labelId, event.actor);
    await this.views.removeLabel(event.space, event.data.labelId);
  }

  /**
   * A label can be deleted between the check of a write and the write, and a late change of a task
   * can bring a deleted one back (TML-5). The cache knows of the deletion by now: this event came
   * later, or `onLabelDeleted` finds the content.
   */
  @OnEvent([events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated], {
    lists: true,
  })
  async onContents(list: EventOf<typeof events.postUpdated>[]): Promise<void> {
    for (const [space, group] of bySpace(list)) {
      const contents = group.map(({ data }) => data);
      const ids = [...new Set(contents.flatMap(({ labelIds }) => labelIds))];
      const living = await this.cache.findLive(space, ids);
      const others = ids.filter((id) => !living.has(id));
      for (const label of others.length > 0 ? await this.labels.findByIds(space, others) : []) {
        if (!label.deleted) continue;
        for (const content of contents.filter(({ labelIds }) => labelIds.includes(label.id))) {
          await this.removal.removeFrom(space, content, label.id);
        }
      }
    }
  }

  /** Facts and version of living labels. */
  @OnQuestion('timeline.findLabels')
  async findLabels(question: { space: string; ids: string[] }) {
    const labels = await this.labels.findLiveByIds(question.space, question.ids);
    return labels.map(({ id, name, isIssue, kind = null, order, version }) => ({
      labelId: id,
      name,
      isIssue,
      kind,
      order,
      version,
    }));
  }
}
