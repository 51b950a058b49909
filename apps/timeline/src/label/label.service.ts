import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type CreateLabelInput,
  type Label,
  label,
  LABEL_LIMIT,
  type UpdateLabelInput,
} from '@engawa/contracts';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import { LabelCache } from './label-cache.service';
import { LabelBuiltIn, LabelNotFound, LabelTaken, TooManyLabels } from './label.errors';
import { labelAnswer, labelEvent } from './label.mapper';
import { LabelRepository } from './label.repository';
import { nameKeysOf } from './label.rules';
import type { LabelDocument } from './label.schema';

/** The labels of a space (TML-5). */
@Injectable()
export class LabelService {
  constructor(
    private readonly labels: LabelRepository,
    private readonly cache: LabelCache,
  ) {}

  async list(space: string): Promise<{ items: Label[] }> {
    return { items: (await this.labels.findAll(space)).map(labelAnswer) };
  }

  /** Adds the label at the end. Throws `LabelTaken`. */
  async create(staff: CurrentStaff, input: CreateLabelInput): Promise<Label> {
    const { space, staffId } = staff;
    const id = requestedId();
    const written = await this.labels.findWritten(space, id);
    if (written) return labelAnswer(written);
    const all = {
      limit: LABEL_LIMIT,
      find: () => this.labels.findAll(space),
      full: () => new TooManyLabels(),
    };
    const { name, color, isIssue, kind } = input;
    const insert = (place: number, labels: readonly LabelDocument[]) => {
      const order = Math.max(0, ...labels.map((label) => label.order)) + 1;
      const shown = { id, name, color, isIssue, kind, order };
      const nameKeys = nameKeysOf({ id, name });
      const document = { ...shown, nameKeys, place, isDefault: false, deleted: false };
      return this.labels.insert(space, document, [
        labelEvent('labelCreated', { ...shown, space, version: 1 }, staffId),
        labelAudit(staff, 'created', null, shown),
      ]);
    };
    return labelAnswer(await mapWriteErrors(inFreePlace(all, insert), refusals));
  }

  async update(
    staff: CurrentStaff,
    labelId: string,
    input: UpdateLabelInput,
    ifVersion: number | null,
  ): Promise<Label> {
    const { space } = staff;
    const label = await this.change(staff, labelId, ifVersion, 'labelUpdated', (current) => {
      const { name, color, isIssue, kind } = input;
      const renamed = name !== undefined && name !== current.name;
      const reclassified = isIssue !== undefined && isIssue !== current.isIssue;
      if (current.isDefault && reclassified) throw new LabelBuiltIn();
      return {
        ...(renamed ? { name, nameKeys: nameKeysOf({ id: labelId, name }) } : {}),
        ...(reclassified ? { isIssue } : {}),
        ...(kind !== undefined && kind !== (current.kind ?? null) ? { kind } : {}),
        ...(color !== undefined && color !== current.color ? { color } : {}),
      };
    });
    return labelAnswer(label ?? (await this.getLive(space, labelId)));
  }

  /** `LabelRemovalService` removes it from posts and comments afterwards. */
  async remove(staff: CurrentStaff, labelId: string, ifVersion: number | null): Promise<void> {
    await this.change(staff, labelId, ifVersion, 'labelDeleted', (current) => {
      if (current.isDefault) throw new LabelBuiltIn();
      return { deleted: true };
    });
  }

  /** Reorders the labels; omitted ones follow in their order. */
  async order(staff: CurrentStaff, ids: readonly string[]): Promise<{ items: Label[] }> {
    const labels = await this.labels.findAll(staff.space);
    const known = new Set(labels.map((label) => label.id));
    if (ids.some((id) => !known.has(id))) throw new LabelNotFound();
    const wanted = [...new Set([...ids, ...known])];
    for (const [index, id] of wanted.entries()) {
      const order = index + 1;
      await this.change(staff, id, null, 'labelUpdated', (current) =>
        current.order === order ? {} : { order },
      );
    }
    return this.list(staff.space);
  }

  private async getLive(space: string, labelId: string): Promise<LabelDocument> {
    const label = await this.labels.findById(space, labelId);
    if (!label || label.deleted) throw new LabelNotFound();
    return label;
  }

  private async change(
    staff: CurrentStaff,
    labelId: string,
    ifVersion: number | null,
    kind: 'labelUpdated' | 'labelDeleted',
    decide: (current: LabelDocument) => Partial<LabelDocument>,
  ): Promise<LabelDocument | null> {
    const { space, staffId } = staff;
    this.cache.forget(space, labelId);
    const result = await mapWriteErrors(
      this.labels.change(
        space,
        labelId,
        (current, { version }) => {
          if (current.deleted) throw new LabelNotFound();
          const set = decide(current);
          if (Object.keys(set).length === 0) return null;
          const after = { ...current, ...set };
          const done = kind === 'labelDeleted' ? 'deleted' : 'updated';
          return {
            set,
            events: [
              labelEvent(kind, { ...after, version }, staffId),
              labelAudit(staff, done, current, after),
            ],
          };
        },
        { ifVersion },
      ),
      refusals,
    );
    if (!result) throw new LabelNotFound();
    return result.changed ? result.document : null;
  }
}

const refusals = {
  stale: (current: LabelDocument) =>
    new PreconditionFailed('timeline.label.stale', label, labelAnswer(current)),
  taken: () => new LabelTaken(),
};

const auditedFields = ['name', 'color', 'isIssue', 'kind', 'order'] as const;
type AuditedLabel = Pick<LabelDocument, 'id' | (typeof auditedFields)[number]>;

function labelAudit(
  staff: CurrentStaff,
  done: 'created' | 'updated' | 'deleted',
  before: AuditedLabel | null,
  after: AuditedLabel,
) {
  return auditEvent(staff, {
    action: `timeline.label.${done}`,
    target: { type: 'label', id: after.id, name: after.name },
    changes: changesBetween<AuditedLabel>(before, after, auditedFields),
  });
}
