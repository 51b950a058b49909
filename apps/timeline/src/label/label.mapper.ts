import { events, type Label } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import type { LabelDocument } from './label.schema';

export function labelAnswer(label: LabelDocument): Label {
  return {
    id: label.id,
    version: label.version,
    name: label.name,
    color: label.color,
    order: label.order,
    isIssue: label.isIssue,
    kind: label.kind ?? null,
    isDefault: label.isDefault,
    createdAt: label.createdAt.toISOString(),
    updatedAt: label.updatedAt.toISOString(),
  };
}

export function labelEvent(
  kind: 'labelCreated' | 'labelUpdated' | 'labelDeleted',
  label: Pick<LabelDocument, 'id' | 'space' | 'version' | 'name' | 'isIssue' | 'kind' | 'order'>,
  actor: string | null,
): EventOf<typeof events.labelUpdated> {
  const { id, space, version, name, isIssue, kind: labelKind = null, order } = label;
  return newEvent(events[kind], {
    space,
    actor,
    aggregate: { type: 'label', id },
    version,
    data: { labelId: id, name, isIssue, kind: labelKind, order },
  }) as EventOf<typeof events.labelUpdated>;
}
