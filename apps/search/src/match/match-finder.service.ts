import { Injectable, Logger } from '@nestjs/common';
import { findDescribedAnswer, MATCHED_INTRODUCTIONS, type MemberRef } from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { BackgroundJob } from '@engawa/service-kit';
import type { EntryDocument } from '../entry/entry.schema';
import { isOpenWish, WISH_DAYS } from '../member-brief/member-brief.rules';
import { NameRepository } from '../name/name.repository';
import { MatchEntryRepository, MatchRepository } from './match.repository';
import {
  isStillRight,
  matchesOf,
  wordsToFind,
  type Description,
  type Match,
  type Wish,
} from './match.rules';
import type { FoundMatch, MatchDocument } from './match.schema';

const DAY_MS = 86_400_000;
/** Newest asks, and as many offers, that are compared with each other. */
const COMPARED = 100;
/** Labels of a kind that are read. */
const MAX_LABELS = 10;
/** Newest introductions whose pairs are not proposed. */
const KNOWN_INTRODUCTIONS = 500;
const SPACES_PER_ROUND = 10;
/** Interval of the search for work left by other replicas, a crash or an unanswered question. */
const POLL_INTERVAL_MS = 5_000;
const DEBOUNCE_MS = 500;
/** Pause after a round as a multiple of its duration: matching uses at most a quarter of a core. */
const REST_FACTOR = 3;
/** The members service looks for each word; nobody waits for a page meanwhile. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Finds members of whom one seeks what another offers, in the background. A change of a post, name,
 * member, label or custom field marks the space, and matches of marked spaces are found again. While
 * the members service does not answer, matches are only removed, and the mark stays. Nothing is ever
 * sent to members.
 */
@Injectable()
export class MatchFinder extends BackgroundJob {
  private readonly logger = new Logger('MatchFinder');

  constructor(
    private readonly stored: MatchRepository,
    private readonly entries: MatchEntryRepository,
    private readonly names: NameRepository,
    private readonly bus: EventBus,
  ) {
    super({
      ...{ name: 'MatchFinder', intervalMs: POLL_INTERVAL_MS },
      ...{ debounceMs: DEBOUNCE_MS, restFactor: REST_FACTOR },
    });
  }

  /** Something has changed that the matches of the space follow from. */
  async markStale(space: string): Promise<void> {
    await this.stored.markStale(space);
    this.wake();
  }

  protected async round(signal: AbortSignal): Promise<boolean> {
    const stale = await this.stored.findStale(SPACES_PER_ROUND);
    let unanswered = 0;
    for (const read of stale) {
      if (signal.aborted) return false;
      const { isAnswered, ...found } = await this.find(read);
      if (!isAnswered) unanswered += 1;
      await this.stored.save(read, found, { stillStale: !isAnswered });
    }
    if (unanswered > 0) this.logger.warn(`Matches of ${unanswered} spaces wait for members`);
    return stale.length === SPACES_PER_ROUND && unanswered === 0;
  }

  private async find(
    { space, matches }: MatchDocument,
    now = new Date(),
  ): Promise<Pick<MatchDocument, 'matches' | 'introductions'> & { isAnswered: boolean }> {
    const labels = await this.names.findKindLabels(space);
    const since = new Date(now.getTime() - WISH_DAYS * DAY_MS);
    const [asks, offers, introductions] = await Promise.all([
      this.findWishes(space, labels.seeks, since),
      this.findWishes(space, labels.offers, since),
      this.entries.findIntroductions(space, KNOWN_INTRODUCTIONS),
    ]);
    const memberOf = await this.names.findShownMembers(space, [
      ...[...asks, ...offers].flatMap(({ memberIds }) => memberIds),
      ...introductions.flatMap(({ introduction }) =>
        introduction ? [introduction.memberId, introduction.toMemberId] : [],
      ),
    ]);
    const shownId = (id: string) => memberOf(id)?.id ?? id;
    const pairOf = (one: string, other: string) => [one, other].map(shownId).sort().join(' ');
    const known = new Set(
      introductions.map(({ introduction }) =>
        pairOf(introduction!.memberId, introduction!.toMemberId),
      ),
    );
    const wishOf = (entry: EntryDocument): Wish => {
      const members = entry.memberIds.map(memberOf).filter((member) => member !== undefined);
      return {
        postId: entry.postId,
        memberIds: [...new Set(members.filter(({ deleted }) => !deleted).map(({ id }) => id))],
        memo: entry.memo,
        names: members.flatMap(namesOf),
        talkedAt: entry.talkedAt,
      };
    };
    const wishes = { asks: asks.map(wishOf), offers: offers.map(wishOf) };
    const described = await this.findDescribed(space, wishes.asks);
    const isKnown = (one: string, other: string) => known.has(pairOf(one, other));
    return {
      isAnswered: described !== null,
      matches:
        described === null
          ? matches.filter((match) => isStillRight(match, wishes, isKnown))
          : matchesOf({ ...wishes, described }, isKnown).map(toFound),
      introductions: introductions.slice(0, MATCHED_INTRODUCTIONS).map((entry) => ({
        postId: entry.postId,
        memberId: shownId(entry.introduction!.memberId),
        toMemberId: shownId(entry.introduction!.toMemberId),
        outcome: entry.introduction!.outcome as 'open',
        at: entry.talkedAt.toISOString(),
      })),
    };
  }

  /** Members whose own fields have words of the asks; null: the members service does not answer. */
  private async findDescribed(space: string, asks: readonly Wish[]): Promise<Description[] | null> {
    const words = wordsToFind(asks);
    if (words.length === 0) return [];
    const answer = await this.bus
      .ask<unknown>('members.findDescribed', { space, words }, { timeoutMillis: ANSWER_TIMEOUT_MS })
      .catch((error: unknown) => {
        if (error instanceof QuestionUnanswered) return null;
        throw error;
      });
    if (answer === null) return null;
    const found = findDescribedAnswer.parse(answer);
    const memberOf = await this.names.findShownMembers(
      space,
      found.map(({ memberId }) => memberId),
    );
    // Of a member without a name here, the event is on its way, and matches are found again.
    return found.flatMap(({ memberId, texts }) => {
      const member = memberOf(memberId);
      return member && !member.deleted && member.id === memberId
        ? [{ memberId, texts, names: namesOf(member) }]
        : [];
    });
  }

  private async findWishes(
    space: string,
    labelIds: readonly string[],
    since: Date,
  ): Promise<EntryDocument[]> {
    const found = await Promise.all(
      labelIds
        .slice(0, MAX_LABELS)
        .map((labelId) => this.entries.findLabelled(space, labelId, since, COMPARED)),
    );
    const once = new Map(found.flat().map((entry) => [entry.id, entry]));
    return [...once.values()]
      .filter((entry) => entry.kind === 'post' && isOpenWish(entry))
      .sort((one, other) => other.talkedAt.getTime() - one.talkedAt.getTime())
      .slice(0, COMPARED);
  }
}

function namesOf({ familyName, firstName }: MemberRef): string[] {
  return [familyName, firstName];
}

function toFound({ seeks, offers, words }: Match): FoundMatch {
  return {
    seeks: { ...seeks, talkedAt: seeks.talkedAt.toISOString() },
    offers: { ...offers, talkedAt: offers.talkedAt?.toISOString() ?? null },
    words,
  };
}
