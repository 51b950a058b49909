import { Injectable } from '@nestjs/common';
import {
  PAGE_SIZE,
  SEARCH_TOTAL_LIMIT,
  unknownStaff,
  type MemberRef,
  type SearchHit,
  type SearchPostsAnswer,
  type SearchPostsQuery,
  type StaffRef,
} from '@engawa/contracts';
import { EntryRepository, type EntryFilter, type EntryText } from '../entry/entry.repository';
import type { EntryDocument } from '../entry/entry.schema';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { decidedByGrams, neededGrams } from './gram.rules';
import { highlightsOf } from './highlight.rules';
import { piecesOf } from './question.rules';

/** Grams asked of the index at once; the rarest say most. */
const GRAMS_ASKED = 5;
/** Grams whose rarity is looked up, and how far. */
const GRAMS_WEIGHED = 12;
const RARITY_LIMIT = 300;
/** Texts checked with one read. */
const TEXT_CHUNK = 250;

/** Finds posts and comments of a space (SRC-1). */
@Injectable()
export class SearchService {
  constructor(
    private readonly entries: EntryRepository,
    private readonly names: NameRepository,
  ) {}

  async search(space: string, query: SearchPostsQuery): Promise<SearchPostsAnswer> {
    const pieces = piecesOf(query.q);
    const filter = await this.filterOf(space, query);
    const skip = (query.page - 1) * PAGE_SIZE;
    const beyond = skip >= SEARCH_TOTAL_LIMIT;
    const needed = [...new Set(pieces.flatMap(neededGrams))];
    const grams = await this.rarest(space, needed);
    const decided = pieces.every(decidedByGrams) && grams.length === needed.length;
    const found = decided
      ? await this.byGrams(space, grams, filter, beyond ? null : skip)
      : await this.byTexts(space, grams, filter, pieces, beyond ? null : skip);
    return {
      posts: await this.toHits(space, found.entries, pieces),
      total: found.total,
      totalIsExact: found.total < SEARCH_TOTAL_LIMIT,
      totalPageCount: Math.ceil(found.total / PAGE_SIZE),
    };
  }

  private async filterOf(space: string, query: SearchPostsQuery): Promise<EntryFilter> {
    const filter = filterOf(query);
    const idsOf = (memberId: string | undefined) =>
      memberId ? this.names.findMemberAliases(space, memberId) : undefined;
    const [memberIds, otherMemberIds] = await Promise.all([
      idsOf(query.memberId),
      idsOf(query.otherMemberId),
    ]);
    return { ...filter, memberIds, otherMemberIds };
  }

  /** The index alone decides. */
  private async byGrams(
    space: string,
    grams: readonly string[],
    filter: EntryFilter,
    skip: number | null,
  ): Promise<{ entries: EntryDocument[]; total: number }> {
    const [entries, total] = await Promise.all([
      skip === null ? [] : this.entries.findHits(space, grams, filter, { skip, limit: PAGE_SIZE }),
      this.entries.countHits(space, grams, filter, SEARCH_TOTAL_LIMIT),
    ]);
    return { entries, total };
  }

  /** The index gives candidates, whose texts are checked. */
  private async byTexts(
    space: string,
    grams: readonly string[],
    filter: EntryFilter,
    pieces: readonly string[],
    skip: number | null,
  ): Promise<{ entries: EntryDocument[]; total: number }> {
    const ids: string[] = [];
    for (let last: EntryText | null = null; ids.length < SEARCH_TOTAL_LIMIT;) {
      const chunk: EntryText[] = await this.entries.findTexts(
        space,
        grams,
        filter,
        last,
        TEXT_CHUNK,
      );
      for (const entry of chunk) {
        if (pieces.every((piece) => entry.text.includes(piece))) ids.push(entry.id);
      }
      if (chunk.length < TEXT_CHUNK) break;
      last = chunk.at(-1)!;
    }
    const total = Math.min(ids.length, SEARCH_TOTAL_LIMIT);
    const page = skip === null ? [] : ids.slice(skip, Math.min(skip + PAGE_SIZE, total));
    const found = await this.entries.findByIds(space, page);
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    // What was deleted since its text was read is left out.
    const entries = page.flatMap((id) => byId.get(id) ?? []).filter((entry) => entry.shown);
    return { entries, total };
  }

  /** The grams that fewest entries have, the rarest first: the index narrows by that one. */
  private async rarest(space: string, grams: readonly string[]): Promise<string[]> {
    if (grams.length <= 1) return [...grams];
    const weighed = await Promise.all(
      grams.slice(0, GRAMS_WEIGHED).map(async (gram) => ({
        gram,
        count: await this.entries.countHits(space, [gram], {}, RARITY_LIMIT),
      })),
    );
    weighed.sort((one, other) => one.count - other.count);
    return weighed.slice(0, GRAMS_ASKED).map(({ gram }) => gram);
  }

  private async toHits(
    space: string,
    entries: readonly EntryDocument[],
    pieces: readonly string[],
  ): Promise<SearchHit[]> {
    const named = await this.names.findShown(space, {
      staff: entries.map((entry) => entry.ownerId),
      member: entries.flatMap((entry) => entry.memberIds),
      label: [],
    });
    return entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      postId: entry.postId,
      commentId: entry.kind === 'comment' ? entry.id : null,
      owner:
        (named.get(nameId('staff', entry.ownerId))?.ref as StaffRef | undefined) ??
        unknownStaff(entry.ownerId),
      members: [
        ...new Set(entry.memberIds.flatMap((id) => named.get(nameId('member', id)) ?? [])),
      ].map(({ ref }) => ref as MemberRef),
      memo: entry.memo,
      labelIds: entry.labelIds,
      attachmentTitles: entry.attachmentTitles,
      taskStatus: entry.taskStatus,
      talkedAt: entry.talkedAt.toISOString(),
      createdAt: entry.writtenAt.toISOString(),
      updatedAt: entry.changedAt.toISOString(),
      highlights: highlightsOf(entry.memo, pieces),
    }));
  }
}

function filterOf(query: SearchPostsQuery): EntryFilter {
  return {
    staffId: query.staffId,
    labelId: query.labelId,
    issue: query.issue,
    taskStatus: query.taskStatus,
    kind: query.kind,
    from: query.from ? new Date(query.from) : undefined,
    to: query.to ? new Date(query.to) : undefined,
  };
}
