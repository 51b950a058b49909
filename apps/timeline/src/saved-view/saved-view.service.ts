import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  DEFAULT_TIME_ZONE,
  SAVED_VIEW_LIMIT,
  savedView,
  savedViewCriteria,
  unknownStaff,
  type CreateSavedViewInput,
  type ListPostsQuery,
  type OrderSavedViewsInput,
  type SavedView,
  type SavedViewCriteria,
  type UpdateSavedViewInput,
  type ViewPage,
} from '@engawa/contracts';
import { Directory, type MemberEntry } from '@engawa/directory';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { LabelRepository } from '../label/label.repository';
import {
  SavedViewForbidden,
  SavedViewNotFound,
  SavedViewTaken,
  TooManySavedViews,
  UnknownViewCriterion,
} from './saved-view.errors';
import { feedFilterOf, nameKeyOf, pageOf, savedViewEvent, savedViewOf } from './saved-view.mapper';
import { SavedViewRepository, ViewOrderRepository } from './saved-view.repository';
import type { SavedViewDocument } from './saved-view.schema';

/** Views of the timeline and of the list of members that staff saved for themselves or for the space (TML-14). */
@Injectable()
export class SavedViewService {
  constructor(
    private readonly views: SavedViewRepository,
    private readonly orders: ViewOrderRepository,
    private readonly labels: LabelRepository,
    private readonly directory: Directory,
  ) {}

  /** The caller's own of a page and those of the space, in the caller's order. */
  async list(staff: CurrentStaff, page: ViewPage): Promise<{ items: SavedView[] }> {
    const { space, staffId } = staff;
    const [visible, order] = await Promise.all([
      this.findVisible(staff),
      this.orders.findOrder(space, staffId),
    ]);
    const all = visible.filter((view) => pageOf(view) === page);
    const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
    all.sort((a, b) => place(a.id) - place(b.id) || (a.nameKey < b.nameKey ? -1 : 1));
    return { items: await this.shown(space, all) };
  }

  /** Throws `SavedViewTaken`, `TooManySavedViews` or `UnknownViewCriterion`. */
  async create(staff: CurrentStaff, input: CreateSavedViewInput): Promise<SavedView> {
    const { space, staffId } = staff;
    const id = requestedId();
    const written = await this.views.findWritten(space, id);
    if (written) return this.shownOne(written);
    requireSharing(staff, input.shared);
    const criteria = input.criteria ?? savedViewCriteria.parse({});
    await this.requireKnown(space, criteria);
    const own = {
      limit: SAVED_VIEW_LIMIT,
      find: () => this.views.findOf(space, staffId),
      full: () => new TooManySavedViews(SAVED_VIEW_LIMIT),
    };
    const { displayName, shared } = input;
    const memberCriteria = input.memberCriteria ?? undefined;
    const name = named(pageOf({ memberCriteria }), displayName);
    const document = { id, ownerId: staffId, shared, ...name, criteria, memberCriteria };
    const told = [savedViewEvent({ space, ...document }, 1, staffId)];
    const insert = (place: number) =>
      this.withSharedPlace(space, shared, (sharedPlace) =>
        this.views.insert(space, { ...document, place, sharedPlace }, told),
      );
    return this.shownOne(await mapWriteErrors(inFreePlace(own, insert), this.refusals));
  }

  /** The owner changes it; a view of the space, also an administrator. */
  async update(
    staff: CurrentStaff,
    id: string,
    { displayName, shared, criteria, memberCriteria }: UpdateSavedViewInput,
    ifVersion: number | null,
  ): Promise<SavedView> {
    const { space, staffId } = staff;
    const found = await this.requireManaged(staff, id);
    requireSharing(staff, shared ?? found.shared);
    const page = pageOf(found);
    // Criteria of another page would make another view of it.
    if (page === 'timeline' ? memberCriteria : criteria) {
      const field = page === 'timeline' ? 'memberCriteria' : 'criteria';
      throw new UnknownViewCriterion([`/body/${field}`]);
    }
    if (criteria) await this.requireKnown(space, criteria);
    const set = {
      ...(displayName !== undefined ? named(page, displayName) : {}),
      ...(shared !== undefined ? { shared } : {}),
      ...(criteria ? { criteria: await this.storedCriteria(found, criteria) } : {}),
      ...(memberCriteria !== undefined ? { memberCriteria } : {}),
    };
    const change = (sharedPlace?: number) =>
      this.views.change(
        space,
        id,
        (current, next) => ({
          set: { ...set, ...(sharedPlace ? { sharedPlace } : {}) },
          unset: shared === false ? ['sharedPlace'] : [],
          events: [savedViewEvent(current, next.version, staffId)],
        }),
        { ifVersion },
      );
    const isNewlyShared = shared === true && !found.shared;
    const result = await mapWriteErrors(
      this.withSharedPlace(space, isNewlyShared, change),
      this.refusals,
    );
    if (!result) throw new SavedViewNotFound();
    return this.shownOne(result.document);
  }

  async delete(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<void> {
    await this.requireManaged(staff, id);
    await mapWriteErrors(
      this.views.change(
        staff.space,
        id,
        (current, next) => ({
          // The name is free immediately, even while the tombstone waits for its event.
          set: { nameKey: `\u0000${current.id}`, shared: false },
          unset: ['place', 'sharedPlace'],
          events: [
            savedViewEvent(current, next.version, staff.staffId),
            // A private view is a matter of its owner alone.
            ...(current.shared ? [deletionOf(staff, current)] : []),
          ],
          purge: true,
        }),
        { ifVersion },
      ),
      this.refusals,
    );
  }

  /** The order of the other pages stays. */
  async order(
    staff: CurrentStaff,
    { ids, page }: OrderSavedViewsInput,
  ): Promise<{ items: SavedView[] }> {
    const { space, staffId } = staff;
    const [visible, order] = await Promise.all([
      this.findVisible(staff),
      this.orders.findOrder(space, staffId),
    ]);
    const pages = new Map(visible.map((view) => [view.id, pageOf(view)]));
    const others = order.filter((id) => pages.has(id) && pages.get(id) !== page);
    await this.orders.put(space, staffId, [...new Set([...ids, ...others])]);
    return this.list(staff, page);
  }

  /** The feed criteria of a view visible to the caller. Throws `SavedViewNotFound`. */
  async findFilter({ space, staffId }: CurrentStaff, id: string): Promise<Partial<ListPostsQuery>> {
    const [view, inSpace] = await Promise.all([
      this.views.findById(space, id),
      this.directory.findSpace(space),
    ]);
    if (!view || (view.ownerId !== staffId && !view.shared)) throw new SavedViewNotFound();
    if (pageOf(view) !== 'timeline') throw new SavedViewNotFound();
    return feedFilterOf(view, inSpace?.timeZone ?? DEFAULT_TIME_ZONE);
  }

  private async findVisible({ space, staffId }: CurrentStaff): Promise<SavedViewDocument[]> {
    const [own, shared] = await Promise.all([
      this.views.findOf(space, staffId),
      this.views.findShared(space),
    ]);
    return [...new Map([...own, ...shared].map((view) => [view.id, view])).values()];
  }

  private readonly refusals = {
    stale: async (current: SavedViewDocument) =>
      new PreconditionFailed('timeline.saved-view.stale', savedView, await this.shownOne(current)),
    taken: () => new SavedViewTaken(),
  };

  private async requireManaged(staff: CurrentStaff, id: string): Promise<SavedViewDocument> {
    const found = await this.views.findById(staff.space, id);
    if (!found || (found.ownerId !== staff.staffId && !found.shared)) throw new SavedViewNotFound();
    if (found.ownerId !== staff.staffId && !staff.can('post.moderate')) {
      throw new SavedViewForbidden();
    }
    return found;
  }

  /** Writes a view with a place among those of the space if it is one of them from now on. */
  private withSharedPlace<T>(
    space: string,
    isShared: boolean,
    write: (sharedPlace?: number) => Promise<T>,
  ): Promise<T> {
    if (!isShared) return write();
    const shared = {
      field: 'sharedPlace',
      limit: SAVED_VIEW_LIMIT,
      find: () => this.views.findShared(space),
      full: () => new TooManySavedViews(SAVED_VIEW_LIMIT),
    } as const;
    return inFreePlace(shared, write);
  }

  /** The criteria of a view must refer to the space. */
  private async requireKnown(space: string, criteria: SavedViewCriteria): Promise<void> {
    const { labelId, ownerId, memberId } = criteria;
    const [labels, staffs, members] = await Promise.all([
      labelId ? this.labels.findLiveByIds(space, [labelId]) : [],
      ownerId ? this.directory.findStaffs(space, [ownerId], { strict: true }) : new Map(),
      memberId ? this.directory.findMembers(space, [memberId], { strict: true }) : new Map(),
    ]);
    const pointers = [
      ...(labelId && labels.length === 0 ? ['labelId'] : []),
      ...(ownerId && !staffs.has(ownerId) ? ['ownerId'] : []),
      ...(memberId && !members.has(memberId) ? ['memberId'] : []),
    ].map((field) => `/body/criteria/${field}`);
    if (pointers.length > 0) throw new UnknownViewCriterion(pointers);
  }

  /**
   * The criteria to store for those sent by a client: a member that is sent as it is shown keeps the
   * stored id, so that undoing a merge restores it.
   */
  private async storedCriteria(
    { space, criteria: { memberId } }: SavedViewDocument,
    sent: SavedViewCriteria,
  ): Promise<SavedViewCriteria> {
    if (!memberId || !sent.memberId || sent.memberId === memberId) return sent;
    const members = await this.directory.findMembers(space, [memberId]);
    return members.get(memberId)?.id === sent.memberId ? { ...sent, memberId } : sent;
  }

  private async shown(space: string, views: readonly SavedViewDocument[]): Promise<SavedView[]> {
    const memberIds = views.flatMap(({ criteria: { memberId } }) => memberId ?? []);
    const [staffs, members] = await Promise.all([
      this.directory.findStaffs(
        space,
        views.map(({ ownerId }) => ownerId),
      ),
      memberIds.length > 0
        ? this.directory.findMembers(space, memberIds)
        : new Map<string, MemberEntry>(),
    ]);
    return views.map((view) => {
      const owner = staffs.get(view.ownerId) ?? unknownStaff(view.ownerId);
      const { memberId } = view.criteria;
      return savedViewOf(view, owner, memberId && (members.get(memberId)?.id ?? memberId));
    });
  }

  private async shownOne(view: SavedViewDocument): Promise<SavedView> {
    return (await this.shown(view.space, [view]))[0]!;
  }
}

function named(page: ViewPage, displayName: string) {
  return { displayName, nameKey: nameKeyOf(page, displayName) };
}

function deletionOf(staff: CurrentStaff, { id, displayName }: SavedViewDocument) {
  return auditEvent(staff, {
    action: 'timeline.savedView.deleted',
    target: { type: 'savedView', id, name: displayName },
  });
}

/** What all staff see is no matter of reading: an API token needs the scope to write (IDN-11). */
function requireSharing(staff: CurrentStaff, shared: boolean): void {
  if (shared && !staff.can('post.write')) throw new ProblemError('auth.forbidden');
}
