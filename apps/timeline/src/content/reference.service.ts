import { Injectable } from '@nestjs/common';
import { LabelCache } from '../label/label-cache.service';
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
 * Checks the ids of an input: at most one query each for staff, members and labels, in parallel, and
 * none for what is cached. Rejects
 * unknown and foreign ids alike (422 with pointers), resigned members and deactivated assignees.
 */
@Injectable()
export class ReferenceService {
  constructor(
    private readonly people: PeopleService,
    private readonly labels: LabelCache,
  ) {}

  async check(space: string, references: References): Promise<CheckedReferences> {
    const read = await this.read(space, [references]);
    requireValid(references, read);
    return read;
  }

  /** What several inputs name, with the queries of one; see {@link requireValid}. */
  async read(space: string, inputs: readonly References[]): Promise<CheckedReferences> {
    const all = (pick: (input: References) => Iterable<string | null | undefined>) =>
      inputs.flatMap((input) => [...pick(input)]).filter((id): id is string => id != null);
    const checked = {
      staffIds: all(({ staffs, assignee }) => [...(staffs?.values() ?? []), assignee]),
      memberIds: all(({ members }) => members?.values() ?? []),
    };
    const labelIds = [
      ...new Set(
        all(({ labels, alsoLabelIds = [] }) => [...(labels?.values() ?? []), ...alsoLabelIds]),
      ),
    ];
    const [people, labels] = await Promise.all([
      this.people.read(
        space,
        {
          staffIds: [...checked.staffIds, ...all(({ alsoStaffIds = [] }) => alsoStaffIds)],
          memberIds: [...checked.memberIds, ...all(({ alsoMemberIds = [] }) => alsoMemberIds)],
        },
        { strict: checked.staffIds.length + checked.memberIds.length > 0 },
      ),
      this.labels.findLive(space, labelIds),
    ]);
    return { people, labels };
  }
}

/** Throws `UnfitReference` for ids that are not valid in the space. */
export function requireValid(
  { members, staffs, labels, assignee }: References,
  { people, labels: labelsById }: CheckedReferences,
): void {
  const assigned = assignee == null ? [] : [assignee];
  refuse('timeline.post.unknown-member', members, (id) => !people.findMember(id));
  refuse('timeline.post.deleted-member', members, (id) => people.findMember(id)?.deleted === true);
  refuse('timeline.post.unknown-staff', staffs, (id) => !people.findColleague(id));
  refuse('timeline.post.unknown-label', labels, (id) => !labelsById.has(id));
  const assignees = new Map(assigned.map((id) => ['/body/task/assignUserId', id]));
  refuse('timeline.post.unknown-staff', assignees, (id) => !people.findColleague(id));
  refuse(
    'timeline.post.deactivated-assignee',
    assignees,
    (id) => people.findStaff(id)?.deactivated === true,
  );
}

function refuse(
  code: ConstructorParameters<typeof UnfitReference>[0],
  ids: ReadonlyMap<string, string> | undefined,
  unfit: (id: string) => boolean,
): void {
  const pointers = [...(ids ?? [])].filter(([, id]) => unfit(id)).map(([pointer]) => pointer);
  if (pointers.length > 0) throw new UnfitReference(code, pointers);
}
