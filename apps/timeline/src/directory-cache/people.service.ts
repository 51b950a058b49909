import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EventEnvelope, events, type MemberRef, type StaffRef } from '@engawa/contracts';
import { Directory, isColleague, type MemberEntry, type StaffEntry } from '@engawa/directory';
import { EventBus } from '@engawa/events';
import type { ServiceExtension } from '@engawa/service-kit';
import { sameList } from '../content/content.rules';
import { NameCache } from './name-cache.rules';

interface IntroducedMembers {
  memberId: string;
  toMemberId: string;
}

/** Whom an answer names. */
export interface PeopleIds {
  staffIds: readonly string[];
  memberIds: readonly string[];
}

/** Staff and members of an answer, by id. */
export class People {
  constructor(
    private readonly staffs: ReadonlyMap<string, StaffEntry>,
    private readonly members: ReadonlyMap<string, MemberEntry>,
  ) {}

  /** A staff member; an unknown one gets an empty name. */
  staff(id: string): StaffRef {
    return this.staffs.get(id) ?? { ...nobody, id };
  }

  /** The known members among the ids, including resigned ones, in order. */
  membersOf(ids: readonly string[]): MemberRef[] {
    const found: MemberRef[] = [];
    for (const id of ids) {
      const member = this.members.get(id);
      // Two ids may be one member after a merge.
      if (member && !found.some((one) => one.id === member.id)) found.push(member);
    }
    return found;
  }

  /** The id that is shown for a member: the remaining one after a merge (MBR-5). */
  shownMemberId(id: string): string {
    return this.members.get(id)?.id ?? id;
  }

  /**
   * The member ids to store for ids sent by a client: unchanged ones keep their stored id, so that
   * undoing a merge restores them.
   */
  storedMemberIds(sent: readonly string[], stored: readonly string[]): string[] {
    const shown = stored.map((id) => this.shownMemberId(id));
    if (sameList([...new Set(shown)], sent)) return [...stored];
    return sent.flatMap((id) => {
      const same = stored.filter((_, at) => shown[at] === this.shownMemberId(id));
      return same.length > 0 ? same : [id];
    });
  }

  /** The same for the two members of an introduction. */
  storedIntroduction<Introduction extends IntroducedMembers>(
    sent: Introduction,
    stored: IntroducedMembers | null,
  ): Introduction {
    const kept = (id: string, before: string | undefined) =>
      before !== undefined && this.shownMemberId(before) === this.shownMemberId(id) ? before : id;
    return {
      ...sent,
      memberId: kept(sent.memberId, stored?.memberId),
      toMemberId: kept(sent.toMemberId, stored?.toMemberId),
    };
  }

  findStaff(id: string): StaffEntry | undefined {
    return this.staffs.get(id);
  }

  /** A staff member who can be named in a post: neither an integration nor god. */
  findColleague(id: string): StaffEntry | undefined {
    const staff = this.staffs.get(id);
    return staff && isColleague(staff) ? staff : undefined;
  }

  findMember(id: string): MemberEntry | undefined {
    return this.members.get(id);
  }
}

const nobody: Omit<StaffRef, 'id'> = {
  displayName: '',
  jobTitle: '',
  photoUrl: null,
  thumbPhotoUrl: null,
  deactivated: true,
};

/**
 * Loads names for answers and checks: at most two parallel queries, none for cached names. Every
 * process follows all changes and invalidates its cache.
 */
@Injectable()
export class PeopleService implements OnApplicationBootstrap, ServiceExtension {
  private readonly staffs = new NameCache<StaffEntry>();
  /** Without merged members: a change of the remaining member does not name them. */
  private readonly members = new NameCache<MemberEntry>({
    keeps: (id, entry) => entry.id === id,
  });
  private stopFollowing: (() => void) | null = null;

  constructor(
    private readonly directory: Directory,
    private readonly bus: EventBus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.stopFollowing = await this.bus.follow(
      (event) => this.invalidate(event),
      () => this.setListening(true),
      ['identity.staff', 'members.member'],
    );
    this.setListening(true);
  }

  beforeClose(): void {
    this.setListening(false);
    this.stopFollowing?.();
  }

  /**
   * `strict`, for checks: an id is only refused after a read of the directory, and 503 is thrown
   * instead of treating an id as unknown when its owner does not answer.
   */
  async read(
    space: string,
    ids: { staffIds: Iterable<string>; memberIds: Iterable<string> },
    options: { strict?: boolean } = {},
  ): Promise<People> {
    const staffIds = [...new Set(ids.staffIds)];
    const memberIds = [...new Set(ids.memberIds)];
    const findStaffs = (wanted: readonly string[]) =>
      this.directory.findStaffs(space, wanted, options);
    const findMembers = (wanted: readonly string[]) =>
      this.directory.findMembers(space, wanted, options);
    const [staffs, members] = await Promise.all([
      this.staffs.read(space, staffIds, findStaffs, options.strict ? isActive : undefined),
      this.members.read(space, memberIds, findMembers, options.strict ? isPresent : undefined),
    ]);
    return new People(staffs, members);
  }

  /** Whether a read of these ids would give these people, from the cache alone. */
  holds(space: string, { staffIds, memberIds }: PeopleIds, people: People): boolean {
    return (
      this.staffs.holds(space, staffIds, (id) => people.findStaff(id)) &&
      this.members.holds(space, memberIds, (id) => people.findMember(id))
    );
  }

  private setListening(listening: boolean): void {
    this.staffs.listen(listening);
    this.members.listen(listening);
  }

  private invalidate({ name, space, aggregate }: EventEnvelope): void {
    if (name.startsWith('identity.staff.')) this.staffs.forget(space, aggregate.id);
    else if (name.startsWith('members.member.')) {
      this.members.forget(space, aggregate.id);
      // A batch event does not name the members here.
      if (!single.has(name)) this.members.clear();
    }
  }
}

const isActive = (staff: StaffEntry) => !staff.deactivated;
const isPresent = (member: MemberEntry) => !member.deleted;

const single = new Set<string>([
  events.memberAdded.name,
  events.memberUpdated.name,
  events.memberDeleted.name,
  events.memberRestored.name,
]);
