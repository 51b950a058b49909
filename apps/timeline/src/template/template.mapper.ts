import { events, type PostTemplate } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import type { LabelDocument } from '../label/label.schema';
import type { TemplateDocument } from './template.schema';

/** `labels` are those of the template that the space has or had. */
export function templateAnswer(
  template: TemplateDocument,
  labels: ReadonlyMap<string, LabelDocument>,
): PostTemplate {
  const { id, version, displayName, memo, task, createdAt, updatedAt } = template;
  const known = template.labelIds.flatMap((labelId) => labels.get(labelId) ?? []);
  return {
    ...{ id, version, displayName, memo, task },
    labelIds: known.filter((label) => !label.deleted).map((label) => label.id),
    deletedLabels: known
      .filter((label) => label.deleted)
      .map((label) => ({ id: label.id, name: label.name })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Notifies windows that templates changed, without their texts. */
export function templateEvent(
  { space, id }: Pick<TemplateDocument, 'space' | 'id'>,
  version: number,
  actor: string | null,
) {
  return newEvent(events.templateChanged, {
    space,
    actor,
    aggregate: { type: 'template', id },
    version,
    data: { templateId: id },
  });
}
