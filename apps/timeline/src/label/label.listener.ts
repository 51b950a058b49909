import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { LabelRepository } from './label.repository';

/** Answers other services that do not know a label yet. */
@Controller()
export class LabelListener {
  constructor(private readonly labels: LabelRepository) {}

  /** Facts and version of those of the ids that are living labels of the space. */
  @OnQuestion('timeline.findLabels')
  async findLabels(question: { space: string; ids: string[] }) {
    const labels = await this.labels.findLiveByIds(question.space, question.ids);
    return labels.map(({ id, name, isIssue, order, version }) => ({
      labelId: id,
      name,
      isIssue,
      order,
      version,
    }));
  }
}
