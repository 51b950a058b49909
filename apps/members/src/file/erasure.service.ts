import { Inject, Injectable } from '@nestjs/common';
import { ERASED_NAME, events, memberFieldsOf, writingsOf } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { ImportService } from '@engawa/imports';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, storagePath, type FileStore } from '@engawa/storage';
import { foldForSearch } from '@engawa/text-search';
import { memberAudit } from '../audit/audit-event.mapper';
import { traceOf } from '../import/import-traces.rules';
import type { StoredRow } from '../import/import.schema';
import { MemberCounts } from '../member/member-count.service';
import { MemberIndex } from '../member/member-index.service';
import { derivedFields, memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { ErasureRepository } from './erasure.repository';
import type { ErasureDocument } from './erasure.schema';

const blank = { ...memberFieldsOf({ familyName: ERASED_NAME }), typeId: null, customFields: {} };
/** Also the pause until a running import is checked again, and until a cut-off request is completed. */
const LEASE_MS = 15_000;
/** Most namesakes that are compared. */
const MAX_NAMESAKES = 1_000;

interface Eraser {
  space: string;
  staffId: string;
}

/** The remaining member, and all with those merged into it. */
type ErasedPeople = Pick<ErasureDocument, 'id' | 'memberIds'>;

/**
 * Erases members with their photos and their traces in imports, and keeps their names for the services
 * with texts. What is noted gets done, also when its request is cut off.
 */
@Injectable()
export class ErasureService extends WorkProcessor<ErasureDocument> {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly members: MemberRepository,
    private readonly counts: MemberCounts,
    private readonly imports: ImportService<StoredRow>,
    private readonly index: MemberIndex,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {
    super({ name: 'erasures-members', work: erasures, leaseMs: LEASE_MS });
  }

  /**
   * Stores the names before the members are erased. Names that an earlier attempt stored are kept:
   * when it was interrupted, the members that it erased have none any more.
   */
  async note(
    { space, staffId }: Eraser,
    memberId: string,
    people: readonly MemberDocument[],
  ): Promise<void> {
    const memberIds = people.map(({ id }) => id);
    const named = people.filter((one) => !one.erased);
    const writings = named.map(writingsOf);
    const shared = new Set(await this.namesakes(space, named));
    const whole = writings.flatMap((one) => one.whole);
    const part = writings.flatMap((one) => one.part);
    const noteAfter = (earlier?: ErasureDocument) => ({
      memberIds: union(earlier?.memberIds, memberIds),
      whole: union(earlier?.whole, whole).filter((name) => !shared.has(name)),
      part: union(earlier?.part, part),
      erasedBy: staffId,
      waitingSince: new Date(Date.now() + LEASE_MS),
    });
    const again = await this.erasures.change(space, memberId, (earlier) => ({
      set: noteAfter(earlier),
    }));
    if (!again) await this.erasures.insert(space, { id: memberId, ...noteAfter() });
  }

  /** Erases the members and removes their photos; repeating it completes what was cut off. */
  async erase(by: Eraser, { id, memberIds: noted }: ErasedPeople): Promise<void> {
    const mergedNow = new Set(await this.members.findMergedIds(by.space, id));
    // A member whose merge was undone meanwhile is another person.
    const erasure = { id, memberIds: noted.filter((each) => mergedNow.has(each)) };
    const { memberIds } = erasure;
    // The remaining member last, with the event: what is cut off continues before it.
    for (const each of memberIds) if (each !== id) await this.eraseOne(by, each, erasure);
    await this.eraseOne(by, id, erasure);
    await this.removePhotos(by.space, memberIds);
  }

  /** Starts to remove photos and clean imports in the background. */
  async begin(space: string, memberId: string): Promise<void> {
    await this.erasures.change(space, memberId, (_current, { at }) => ({
      set: { waitingSince: at },
    }));
    this.wake({ space, receiver: '' });
  }

  protected async perform({ space, id, ...erasure }: ErasureDocument): Promise<WorkOutcome> {
    // Erases nobody unless the request was cut off, nor after a note of 2.13.0, which names no staff member.
    const { erasedBy = '', memberIds } = erasure;
    await this.erase({ space, staffId: erasedBy }, { id, memberIds });
    // A running import keeps its file until it ends; it is checked again then.
    if (!(await this.imports.removeTraces(space, traceOf(erasure)))) return 'later';
    await this.erasures.change(space, id, ({ waitingSince }) =>
      waitingSince?.getTime() === erasure.waitingSince?.getTime()
        ? { unset: ['waitingSince'] }
        : null,
    );
    return 'done';
  }

  private async eraseOne(by: Eraser, id: string, erasure: ErasedPeople): Promise<void> {
    const set = {
      ...blank,
      ...derivedFields(blank, { customFields: [] }),
      photoUrl: null,
      thumbPhotoUrl: null,
      photoFileName: '',
      imported: null,
      typeChange: null,
      deleted: true,
      erased: true,
    };
    let before: MemberDocument | null = null;
    const result = await this.members.change(by.space, id, (current, next) => {
      if (current.erased) return null;
      before = current;
      // The merge itself stays; the values taken from the other go.
      const merged = current.merged && { ...current.merged, keptBefore: {} };
      const event = memberEvent('memberDeleted', { ...current, ...set }, by.staffId, next);
      // When it arrives, the log removes the member's name from its entries.
      const audit = memberAudit(by, 'members.member.erased', { ...current, ...blank });
      return {
        set: { ...set, merged },
        unset: ['mergedAt', 'merging'],
        events: [event, ...(id === erasure.id ? [erasedEvent(by, erasure)] : []), audit],
      };
    });
    if (result && before !== null) this.counts.moved(by.space, before, result.document);
  }

  /** Removes the members' own photos, also those that no member shows any more. */
  private async removePhotos(space: string, memberIds: readonly string[]): Promise<void> {
    for (const id of memberIds) await this.files.removeBelow(storagePath.memberPhotos(space, id));
  }

  /** Full names that another member shares, which must stay in texts. */
  private async namesakes(space: string, people: readonly MemberDocument[]): Promise<string[]> {
    const own = new Set(people.map(({ id }) => id));
    const asked = new Set(
      people.flatMap((one) => [
        foldForSearch(one.familyName + one.firstName),
        foldForSearch(one.familyNameKana + one.firstNameKana),
      ]),
    );
    const names: string[] = [];
    for (const name of asked) {
      if (name.trim() === '') continue;
      const { rows } = await this.index.find(space, {
        pieces: [[name]],
        direction: 1,
        limit: MAX_NAMESAKES,
        countLimit: MAX_NAMESAKES,
      });
      const found = await this.members.findByIds(
        space,
        rows.map(({ id }) => id),
      );
      for (const member of found) if (!own.has(member.id)) names.push(...writingsOf(member).whole);
    }
    return names;
  }
}

function union(earlier: readonly string[] = [], added: readonly string[]): string[] {
  return [...new Set([...earlier, ...added])];
}

function erasedEvent({ space, staffId }: Eraser, { id: memberId, memberIds }: ErasedPeople) {
  return newEvent(events.memberErased, {
    space,
    actor: staffId,
    aggregate: { type: 'memberErasure', id: memberId },
    version: 1,
    data: { memberId, memberIds },
  });
}
