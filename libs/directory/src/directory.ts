import { Injectable, Logger, Optional } from '@nestjs/common';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import type { SpaceDocument, SpaceRepository } from '@engawa/persistence';
import {
  type DirectoryQuestion,
  memberFactsAnswer,
  spaceFactsAnswer,
  staffFactsAnswer,
} from './directory-facts';
import { DirectoryUnavailable } from './directory.errors';
import { MemberEntryRepository } from './member/member-entry.repository';
import { memberEntryOf, memberFieldsOf } from './member/member.mapper';
import { mergedMemberIds, readMergeTargets, shownMemberId } from './member/merge-chain';
import type { MemberEntry, MemberEntryRecord } from './member/member.schema';
import { SpaceEntryRepository } from './space/space-entry.repository';
import type { SpaceEntry, SpaceEntryRecord } from './space/space.schema';
import { StaffEntryRepository } from './staff/staff-entry.repository';
import { isColleague, staffEntryOf, staffFieldsOf } from './staff/staff.mapper';
import type { StaffEntry, StaffEntryRecord } from './staff/staff.schema';
import { UnknownIds } from './unknown-ids';

export interface FindOptions {
  /**
   * Throw `DirectoryUnavailable` (503) when an id is unknown and its owner does not answer, instead
   * of omitting it. For writes, which must not reject a valid id.
   */
  strict?: boolean;
}

/** Most ids of one question to an owner (`findMembersQuestion`). */
const MAX_ASKED = 200;

interface Asked<Doc extends SpaceDocument> {
  id: string;
  version: number;
  fields: Partial<Omit<Doc, keyof SpaceDocument>>;
}

/**
 * Staff, members and spaces by id, from the service's own copies: one query for all ids, and one
 * question to the owner for unknown ones. Ids that the owner does not know are absent from the map.
 */
@Injectable()
export class Directory {
  private readonly logger = new Logger('Directory');
  private readonly unknown = {
    staff: new UnknownIds(),
    member: new UnknownIds(),
    space: new UnknownIds(),
  };

  constructor(
    private readonly bus: EventBus,
    @Optional() private readonly staffs?: StaffEntryRepository,
    @Optional() private readonly members?: MemberEntryRepository,
    @Optional() private readonly spaces?: SpaceEntryRepository,
  ) {}

  /**
   * Staff members and integrations by id, including deactivated ones. Ids that the projection lacks
   * are queried from their owner; unknown ids are omitted.
   */
  async findStaffs(
    space: string,
    ids: Iterable<string>,
    options: FindOptions = {},
  ): Promise<Map<string, StaffEntry>> {
    const found = await this.find<StaffEntryRecord>(
      given(this.staffs, 'staffs'),
      { space, ids: unique(ids) },
      'identity.findStaffs',
      this.unknown.staff,
      (answer) =>
        staffFactsAnswer.parse(answer).map((facts) => ({
          id: facts.staffId,
          version: facts.version,
          fields: { ...staffFieldsOf(facts) },
        })),
      options,
    );
    return byId(found.map(staffEntryOf));
  }

  /** Members by id. The id of a merged member maps to the remaining one (MBR-5). */
  async findMembers(
    space: string,
    ids: Iterable<string>,
    options: FindOptions = {},
  ): Promise<Map<string, MemberEntry>> {
    const asked = unique(ids);
    const read = async (some: string[]) =>
      byId((await this.findMemberRecords(space, some, options)).map(memberEntryOf));
    const known = await read(asked);
    await readMergeTargets(known, read);
    return new Map(
      asked.flatMap((id) => {
        const shown = known.get(shownMemberId(id, known));
        return shown ? [[id, shown] as const] : [];
      }),
    );
  }

  /**
   * All ids under which posts may refer to a member, the shown one first; includes ids merged into
   * it.
   */
  async findMemberAliases(space: string, memberId: string): Promise<string[]> {
    const members = given(this.members, 'members');
    if (!(await members.mayBeMerged(space, [memberId]))) return [memberId];
    const read = async (ids: string[]) =>
      byId((await members.findByIds(space, ids)).map(memberEntryOf));
    const known = await read([memberId]);
    await readMergeTargets(known, read);
    return mergedMemberIds(shownMemberId(memberId, known), (id) =>
      members.findMergedInto(space, id),
    );
  }

  /** The ids and all others of the same members; one query where none of them was merged. */
  async findAliasesOfMembers(space: string, memberIds: readonly string[]): Promise<string[]> {
    if (memberIds.length === 0) return [];
    const members = given(this.members, 'members');
    if (!(await members.mayBeMerged(space, memberIds))) return [...memberIds];
    const aliases = await Promise.all(memberIds.map((id) => this.findMemberAliases(space, id)));
    return [...new Set([...memberIds, ...aliases.flat()])];
  }

  private findMemberRecords(
    space: string,
    ids: string[],
    options: FindOptions,
  ): Promise<MemberEntryRecord[]> {
    return this.find<MemberEntryRecord>(
      given(this.members, 'members'),
      { space, ids },
      'members.findMembers',
      this.unknown.member,
      (answer) =>
        memberFactsAnswer.parse(answer).map((facts) => ({
          id: facts.memberId,
          version: facts.version,
          fields: { ...memberFieldsOf(facts) },
        })),
      options,
    );
  }

  /** The space, or null. */
  async findSpace(space: string, options: FindOptions = {}): Promise<SpaceEntry | null> {
    const [found] = await this.find<SpaceEntryRecord>(
      given(this.spaces, 'spaces'),
      { space, ids: [space] },
      'identity.findSpace',
      this.unknown.space,
      (answer) =>
        spaceFactsAnswer.parse(answer).map((facts) => ({
          id: facts.spaceId,
          version: facts.version,
          fields: { displayName: facts.displayName, timeZone: facts.timeZone },
        })),
      options,
    );
    if (!found) return null;
    return { id: found.id, displayName: found.displayName, timeZone: found.timeZone };
  }

  /** Spaces with known staff; asks no other service. */
  listSpaces(): Promise<string[]> {
    return given(this.staffs, 'staffs').findSpaces();
  }

  /** All known staff of the space, including deactivated ones, without god; asks no other service. */
  async listStaffs(space: string): Promise<StaffEntry[]> {
    return (await this.listAuthors(space)).filter(isColleague);
  }

  /** Like {@link listStaffs}, with the integrations and god. */
  async listAuthors(space: string): Promise<StaffEntry[]> {
    return (await given(this.staffs, 'staffs').findAll(space)).map(staffEntryOf);
  }

  /** All known members of the space, including resigned ones; asks no other service. */
  async listMembers(space: string): Promise<MemberEntry[]> {
    return (await given(this.members, 'members').findAll(space)).map(memberEntryOf);
  }

  private async find<Doc extends SpaceDocument>(
    repository: SpaceRepository<Doc>,
    { space, ids }: DirectoryQuestion,
    question: string,
    unknown: UnknownIds,
    read: (answer: unknown) => Asked<Doc>[],
    options: FindOptions,
  ): Promise<Doc[]> {
    const found = await repository.findByIds(space, ids);
    if (found.length === ids.length) return found;
    const known = new Set(found.map((document) => document.id));
    const missing = unknown.worthAsking(
      space,
      ids.filter((id) => !known.has(id)),
    );
    if (missing.length === 0) return found;
    const asked: Asked<Doc>[] = [];
    try {
      // A bulk request may name more ids than a question takes.
      for (let from = 0; from < missing.length; from += MAX_ASKED) {
        const ids = missing.slice(from, from + MAX_ASKED);
        asked.push(...read(await this.bus.ask<unknown>(question, { space, ids })));
      }
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      this.logger.warn(`${error.message}: ${missing.length} id(s) stay unknown for now`);
      if (options.strict) throw new DirectoryUnavailable(error);
      return found;
    }
    const wanted = new Set(missing);
    const answered = asked.filter(({ id }) => wanted.delete(id));
    unknown.remember(space, [...wanted]);
    if (answered.length === 0) return found;
    await Promise.all(
      answered.map(({ id, version, fields }) =>
        repository.projectUpsert(space, id, version, fields),
      ),
    );
    const fresh = await repository.findByIds(
      space,
      answered.map(({ id }) => id),
    );
    return [...found, ...fresh];
  }
}

function unique(ids: Iterable<string>): string[] {
  return [...new Set(ids)];
}

function byId<Entry extends { id: string }>(entries: Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function given<Repository>(repository: Repository | undefined, kind: string): Repository {
  if (!repository) throw new Error(`DirectoryModule.forRoot({ ${kind}: true }) is missing`);
  return repository;
}
