import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { events, MEMBER_TYPE_LIMIT, memberType, type MemberType } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { MemberTypeClearing } from './member-type-clearing.service';
import {
  MemberTypeNotFound,
  MemberTypeOrderMismatch,
  MemberTypesTooMany,
  MemberTypeTaken,
} from './member-type.errors';
import { MemberTypeRepository } from './member-type.repository';
import {
  defaultMemberTypes,
  findByName,
  inOrder,
  type StoredMemberType,
} from './member-type.rules';
import { TYPE_SET_ID } from './member-type.schema';

/** The types of a space (MBR-3). */
@Injectable()
export class MemberTypeService {
  constructor(
    private readonly sets: MemberTypeRepository,
    private readonly clearing: MemberTypeClearing,
  ) {}

  async list(space: string): Promise<MemberType[]> {
    const set = await this.sets.findSet(space);
    return toMemberTypes(set?.types ?? []);
  }

  /** Id → current name. */
  async names(space: string): Promise<ReadonlyMap<string, string>> {
    const set = await this.sets.findSet(space);
    return new Map((set?.types ?? []).map((type) => [type.id, type.name]));
  }

  async add(staff: CurrentStaff, name: string): Promise<MemberType> {
    const id = requestedId();
    const set = await this.sets.changeSet(staff.space, ({ types }, { version }) => {
      if (findByName(types, name)) throw new MemberTypeTaken();
      if (types.length >= MEMBER_TYPE_LIMIT) throw new MemberTypesTooMany();
      return {
        set: { types: [...types, { id, name, version: 1 }] },
        events: [changedEvent(staff, [id], version), typeAudit(staff, 'added', { id, name })],
      };
    });
    return toMemberTypes(set.types).find((type) => type.id === id)!;
  }

  /** Visible on all members immediately: they store the type's id. */
  async rename(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    name: string,
  ): Promise<MemberType> {
    const set = await this.sets.changeSet(staff.space, ({ types }) => {
      const current = required(types, id, ifVersion);
      if (findByName(types, name, id)) throw new MemberTypeTaken();
      if (current.name === name) return null;
      const renamed = { ...current, name, version: current.version + 1 };
      return {
        set: { types: types.map((type) => (type.id === id ? renamed : type)) },
        events: [
          newEvent(events.memberTypeRenamed, {
            space: staff.space,
            actor: staff.staffId,
            aggregate: { type: 'memberType', id },
            version: renamed.version,
            data: { typeId: id, name },
          }),
          typeAudit(staff, 'renamed', { id, name }, current.name, name),
        ],
      };
    });
    return toMemberTypes(set.types).find((type) => type.id === id)!;
  }

  /** All types, each once, in their new order. */
  async reorder(staff: CurrentStaff, ids: readonly string[]): Promise<MemberType[]> {
    const set = await this.sets.changeSet(staff.space, ({ types }, { version }) => {
      const ordered = inOrder(types, ids);
      if (!ordered) throw new MemberTypeOrderMismatch();
      if (ordered.every((type, index) => type.id === types[index]!.id)) return null;
      const names = (list: readonly StoredMemberType[]) => list.map((type) => type.name).join('、');
      const audit = auditEvent({
        space: staff.space,
        actor: staff.staffId,
        action: 'members.memberType.reordered',
        target: { type: 'memberTypes', id: TYPE_SET_ID, name: '' },
        changes: [{ field: 'order', before: names(types), after: names(ordered) }],
      });
      return { set: { types: ordered }, events: [changedEvent(staff, ids, version), audit] };
    });
    return toMemberTypes(set.types);
  }

  /** Members of the type show none immediately, and are cleared in the background. */
  async delete(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<void> {
    await this.sets.changeSet(staff.space, ({ types, clearing, clearingSince }) => {
      const current = required(types, id, ifVersion);
      return {
        set: {
          types: types.filter((type) => type.id !== id),
          clearing: [...clearing, id],
          clearingSince: clearingSince ?? new Date(),
        },
        events: [
          newEvent(events.memberTypeDeleted, {
            space: staff.space,
            actor: staff.staffId,
            aggregate: { type: 'memberType', id },
            version: current.version + 1,
            data: { typeId: id },
          }),
          typeAudit(staff, 'deleted', current),
        ],
      };
    });
    this.clearing.wake();
  }

  /** Adds the default types to a new space, once. */
  async seed(space: string): Promise<void> {
    await this.sets.changeSet(space, ({ types, seeded }) => {
      if (seeded) return null;
      const added = defaultMemberTypes.filter(
        (type) => !types.some(({ id }) => id === type.id) && !findByName(types, type.name),
      );
      return { set: { types: [...types, ...added], seeded: true } };
    });
  }
}

function required(
  types: readonly StoredMemberType[],
  id: string,
  ifVersion: number | null,
): StoredMemberType {
  const found = types.find((type) => type.id === id);
  if (!found) throw new MemberTypeNotFound();
  if (ifVersion !== null && ifVersion !== found.version) {
    const current = toMemberTypes(types).find((type) => type.id === id)!;
    throw new PreconditionFailed('members.member-type.stale', memberType, current);
  }
  return found;
}

/** Makes open windows reload the types. `version`: of the set. */
function changedEvent(
  { space, staffId }: CurrentStaff,
  typeIds: readonly string[],
  version: number,
) {
  return newEvent(events.memberTypesChanged, {
    space,
    actor: staffId,
    aggregate: { type: 'memberTypes', id: TYPE_SET_ID },
    version,
    data: { typeIds: [...typeIds] },
  });
}

/** Audit event of a type; a rename with both names. */
function typeAudit(
  staff: CurrentStaff,
  done: 'added' | 'renamed' | 'deleted',
  type: { id: string; name: string },
  before: string | null = null,
  after: string | null = null,
) {
  return auditEvent({
    space: staff.space,
    actor: staff.staffId,
    action: `members.memberType.${done}`,
    target: { type: 'memberType', id: type.id, name: type.name },
    changes: before === after ? [] : [{ field: 'displayName', before, after }],
  });
}

function toMemberTypes(types: readonly StoredMemberType[]): MemberType[] {
  return types.map(({ id, name, version }, order) => ({ id, version, name, order }));
}
