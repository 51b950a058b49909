import { Injectable } from '@nestjs/common';
import { LabelRepository } from '../label/label.repository';
import type { LabelDocument } from '../label/label.schema';
import { type People, PeopleService } from '../directory-cache/people.service';
import { UnfitReference } from './content.errors';

/** Ids of an input that must exist in the space, with their place in the body. */
export interface References {
  /** Pointer → id. */
  members?: ReadonlyMap<string, string>;
  staffs?: ReadonlyMap<string, string>;
  labels?: ReadonlyMap<string, string>;
  assignee?: string | null;
  /** Loaded for the answer, not checked. */
  alsoStaffIds?: readonly string[];
  alsoMemberIds?: readonly string[];
  alsoLabelIds?: readonly string[];
}

export interface CheckedReferences {
  people: People;
  labels: ReadonlyMap<string, LabelDocument>;
}

/** Pointers of a list in the body: `/body/memberIds/0` → id. */
export function pointersOf(
  name: string,
  ids: readonly string[] | undefined,
  only: readonly string[] = ids ?? [],
): Map<string, string> {
  const wanted = new Set(only);
  const entries = (ids ?? []).map((id, index) => [`/body/${name}/${index}`, id] as const);
  return new Map(entries.filter(([, id]) => wanted.has(id)));
}

/**
 * Checks the ids of an input: one query each for staff, members and labels, in parallel. Rejects
 * unknown and foreign ids alike (422 with pointers), resigned members and deactivated assignees.
 */
@Injectable()
export class ReferenceService {
  constructor(
    private readonly people: PeopleService,
    private readonly labels: LabelRepository,
  ) {}

  async check(space: string, references: References): Promise<CheckedReferences> {
    const { members, staffs, labels, assignee } = references;
    const assigned = assignee == null ? [] : [assignee];
    const labelIds = [...(labels?.values() ?? []), ...(references.alsoLabelIds ?? [])];
    const [people, found] = await Promise.all([
      this.people.read(
        space,
        {
          staffIds: [...(staffs?.values() ?? []), ...assigned, ...(references.alsoStaffIds ?? [])],
          memberIds: [...(members?.values() ?? []), ...(references.alsoMemberIds ?? [])],
        },
        { strict: (members?.size ?? 0) + (staffs?.size ?? 0) + assigned.length > 0 },
      ),
      labelIds.length === 0 ? [] : this.labels.findLiveByIds(space, labelIds),
    ]);
    const labelsById = new Map(found.map((label) => [label.id, label]));
    refuse('timeline.post.unknown-member', members, (id) => !people.findMember(id));
    refuse(
      'timeline.post.deleted-member',
      members,
      (id) => people.findMember(id)?.deleted === true,
    );
    refuse('timeline.post.unknown-staff', staffs, (id) => !people.findStaff(id));
    refuse('timeline.post.unknown-label', labels, (id) => !labelsById.has(id));
    const assignees = new Map(assigned.map((id) => ['/body/task/assignUserId', id]));
    refuse('timeline.post.unknown-staff', assignees, (id) => !people.findStaff(id));
    refuse(
      'timeline.post.deactivated-assignee',
      assignees,
      (id) => people.findStaff(id)?.deactivated === true,
    );
    return { people, labels: labelsById };
  }
}

function refuse(
  code: ConstructorParameters<typeof UnfitReference>[0],
  ids: ReadonlyMap<string, string> | undefined,
  unfit: (id: string) => boolean,
): void {
  const pointers = [...(ids ?? [])].filter(([, id]) => unfit(id)).map(([pointer]) => pointer);
  if (pointers.length > 0) throw new UnfitReference(code, pointers);
}
