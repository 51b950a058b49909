import { Inject, Injectable } from '@nestjs/common';
import { writingsOf } from '@engawa/contracts';
import { ImportService } from '@engawa/imports';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { foldForSearch } from '@engawa/text-search';
import { traceOf } from '../import/import-traces.rules';
import type { StoredRow } from '../import/import.schema';
import { MemberIndex } from '../member/member-index.service';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { ErasureRepository } from './erasure.repository';
import type { ErasureDocument } from './erasure.schema';

/** Also the pause until a running import is checked again. */
const LEASE_MS = 15_000;
/** Most namesakes that are compared. */
const MAX_NAMESAKES = 1_000;

/** Stores the names of erased members, and removes their photos and their traces in imports. */
@Injectable()
export class ErasureService extends WorkProcessor<ErasureDocument> {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly members: MemberRepository,
    private readonly imports: ImportService<unknown, StoredRow>,
    private readonly index: MemberIndex,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {
    super({ name: 'erasures-members', work: erasures, leaseMs: LEASE_MS });
  }

  /**
   * Stores the names before the members are erased. Names that an earlier attempt stored are kept:
   * when it was interrupted, the members that it erased have none any more.
   */
  async note(space: string, memberId: string, people: readonly MemberDocument[]): Promise<void> {
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
    });
    const again = await this.erasures.change(space, memberId, (earlier) => ({
      set: noteAfter(earlier),
    }));
    if (!again) await this.erasures.insert(space, { id: memberId, ...noteAfter() });
  }

  /** Removes the photos that the members had when they were erased. */
  async removePhotos(space: string, memberIds: readonly string[]): Promise<void> {
    const erased = await this.members.findByIds(space, memberIds);
    for (const key of erased.flatMap(({ erasedPhotoKeys }) => erasedPhotoKeys ?? [])) {
      await this.files.remove(key);
    }
  }

  /** Starts to remove photos and clean imports in the background. */
  async begin(space: string, memberId: string): Promise<void> {
    await this.erasures.change(space, memberId, (_current, { at }) => ({
      set: { waitingSince: at },
    }));
    this.wake({ space, receiver: '' });
  }

  protected async perform({ space, id, ...erasure }: ErasureDocument): Promise<WorkOutcome> {
    // The request removes them at once; here again, in case that failed.
    await this.removePhotos(space, erasure.memberIds);
    // A running import keeps its file until it ends; it is checked again then.
    if (!(await this.imports.removeTraces(space, traceOf(erasure)))) return 'later';
    await this.erasures.change(space, id, ({ waitingSince }) =>
      waitingSince?.getTime() === erasure.waitingSince?.getTime()
        ? { unset: ['waitingSince'] }
        : null,
    );
    return 'done';
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
