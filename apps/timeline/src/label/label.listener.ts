import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent, OnQuestion } from '@engawa/events';
import { LabelRemovalService } from './label-removal.service';
import { SavedViewService } from '../saved-view/saved-view.service';
import { LabelRepository } from './label.repository';

/** Answers services that do not know a label yet, and removes deleted labels from posts. */
@Controller()
export class LabelListener {
  constructor(
    private readonly labels: LabelRepository,
    private readonly removal: LabelRemovalService,
    private readonly views: SavedViewService,
  ) {}

  @OnEvent(events.labelDeleted)
  async onLabelDeleted(event: EventOf<typeof events.labelDeleted>): Promise<void> {
    await this.removal.remove(event.space, event.data.labelId, event.actor);
    await this.views.removeLabel(event.space, event.data.labelId);
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
