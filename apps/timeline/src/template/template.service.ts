import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type CreatePostTemplateInput,
  foldText,
  postTemplate,
  type PostTemplate,
  TEMPLATE_LIMIT,
  type UpdatePostTemplateInput,
} from '@engawa/contracts';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import { added, unique } from '../content/content.rules';
import { pointersOf, ReferenceService } from '../content/reference.service';
import { LabelRepository } from '../label/label.repository';
import { TemplateNotFound, TemplateTaken, TooManyTemplates } from './template.errors';
import { templateAnswer, templateEvent } from './template.mapper';
import { TemplateRepository } from './template.repository';
import type { TemplateDocument } from './template.schema';

/** Templates of the space, which administrators edit and all staff use (TML-15). */
@Injectable()
export class TemplateService {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly labels: LabelRepository,
    private readonly references: ReferenceService,
  ) {}

  async list(space: string): Promise<{ items: PostTemplate[] }> {
    return { items: await this.shown(space, await this.templates.findAll(space)) };
  }

  /** Adds the template at the end. Throws `TemplateTaken` or `TooManyTemplates`. */
  async create(staff: CurrentStaff, input: CreatePostTemplateInput): Promise<PostTemplate> {
    const { space } = staff;
    const id = requestedId();
    const written = await this.templates.findWritten(space, id);
    if (written) return this.shownOne(written);
    await this.requireKnown(space, input, input.labelIds);
    const all = {
      limit: TEMPLATE_LIMIT,
      find: () => this.templates.findAll(space),
      full: () => new TooManyTemplates(TEMPLATE_LIMIT),
    };
    const { displayName, memo, task } = input;
    const insert = (place: number, templates: readonly TemplateDocument[]) => {
      const document = {
        ...{ id, ...named(displayName), memo, task, place },
        labelIds: unique(input.labelIds),
        order: Math.max(0, ...templates.map(({ order }) => order)) + 1,
      };
      return this.templates.insert(space, document, [
        templateEvent({ space, id }, 1, staff.staffId),
        templateAudit(staff, 'created', null, document),
      ]);
    };
    return this.shownOne(await mapWriteErrors(inFreePlace(all, insert), this.refusals));
  }

  async update(
    staff: CurrentStaff,
    id: string,
    input: UpdatePostTemplateInput,
    ifVersion: number | null,
  ): Promise<PostTemplate> {
    const { space } = staff;
    const current = await this.templates.findById(space, id);
    if (!current) throw new TemplateNotFound();
    const { displayName, memo, labelIds, task } = input;
    const assignee = task?.assignUserId;
    await this.requireKnown(
      space,
      { labelIds, task: assignee === current.task?.assignUserId ? null : task },
      added(labelIds ?? [], current.labelIds),
    );
    const set = {
      ...(displayName !== undefined ? named(displayName) : {}),
      ...(memo !== undefined ? { memo } : {}),
      ...(labelIds !== undefined ? { labelIds: unique(labelIds) } : {}),
      ...(task !== undefined ? { task } : {}),
    };
    return this.shownOne(await this.change(staff, id, set, ifVersion));
  }

  async remove(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<void> {
    const result = await mapWriteErrors(
      this.templates.change(
        staff.space,
        id,
        (current, next) => ({
          // The name is free again at once, also while the tombstone waits for its event.
          set: { nameKey: `\u0000${current.id}` },
          unset: ['place'],
          events: [
            templateEvent(current, next.version, staff.staffId),
            templateAudit(staff, 'deleted', null, current),
          ],
          purge: true,
        }),
        { ifVersion },
      ),
      this.refusals,
    );
    if (!result) throw new TemplateNotFound();
  }

  /** Reorders the templates; omitted ones follow in their order. */
  async order(staff: CurrentStaff, ids: readonly string[]): Promise<{ items: PostTemplate[] }> {
    const all = await this.templates.findAll(staff.space);
    const orders = new Map(all.map(({ id, order }) => [id, order]));
    if (ids.some((id) => !orders.has(id))) throw new TemplateNotFound();
    for (const [index, id] of unique([...ids, ...orders.keys()]).entries()) {
      const order = index + 1;
      if (orders.get(id) !== order) await this.change(staff, id, { order }, null);
    }
    return this.list(staff.space);
  }

  private async change(
    staff: CurrentStaff,
    id: string,
    set: Partial<TemplateDocument>,
    ifVersion: number | null,
  ): Promise<TemplateDocument> {
    const result = await mapWriteErrors(
      this.templates.change(
        staff.space,
        id,
        (current, next) => ({
          set,
          events: [
            templateEvent(current, next.version, staff.staffId),
            templateAudit(staff, 'updated', current, { ...current, ...set }),
          ],
        }),
        { ifVersion },
      ),
      this.refusals,
    );
    if (!result) throw new TemplateNotFound();
    return result.document;
  }

  private readonly refusals = {
    stale: async (current: TemplateDocument) =>
      new PreconditionFailed('timeline.template.stale', postTemplate, await this.shownOne(current)),
    taken: () => new TemplateTaken(),
  };

  /** Labels and assignee must belong to the space (422 with pointers). */
  private async requireKnown(
    space: string,
    { labelIds, task }: Pick<UpdatePostTemplateInput, 'labelIds' | 'task'>,
    newLabelIds: readonly string[],
  ): Promise<void> {
    await this.references.check(space, {
      labels: pointersOf('labelIds', labelIds, newLabelIds),
      assignee: task?.assignUserId,
    });
  }

  private async shown(
    space: string,
    templates: readonly TemplateDocument[],
  ): Promise<PostTemplate[]> {
    const ids = unique(templates.flatMap(({ labelIds }) => labelIds));
    // Deleted labels have tombstones with their names.
    const labels = ids.length === 0 ? [] : await this.labels.findByIds(space, ids);
    const byId = new Map(labels.map((label) => [label.id, label]));
    return templates.map((template) => templateAnswer(template, byId));
  }

  private async shownOne(template: TemplateDocument): Promise<PostTemplate> {
    return (await this.shown(template.space, [template]))[0]!;
  }
}

function named(displayName: string) {
  return { displayName, nameKey: foldText(displayName) };
}

type Audited = Pick<TemplateDocument, 'id' | 'displayName' | 'order'>;

/** The text is not in the audit log: it may be about people. */
function templateAudit(
  staff: CurrentStaff,
  done: 'created' | 'updated' | 'deleted',
  before: Audited | null,
  after: Audited,
) {
  return auditEvent(staff, {
    action: `timeline.template.${done}`,
    target: { type: 'template', id: after.id, name: after.displayName },
    changes:
      done === 'deleted' ? [] : changesBetween<Audited>(before, after, ['displayName', 'order']),
  });
}
