import { Injectable } from '@nestjs/common';
import { MATCHED_INTRODUCTIONS, type ListMatchesAnswer, type MemberRef } from '@engawa/contracts';
import type { EntryDocument } from '../entry/entry.schema';
import { isOpenWish, WISH_DAYS } from '../member-brief/member-brief.rules';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { MatchEntryRepository, MatchRepository } from './match.repository';
import { matchesOf, type Match, type Wish } from './match.rules';
import type { FoundMatch, MatchDocument } from './match.schema';

const DAY_MS = 86_400_000;
/** Newest asks, and as many offers, that are compared with each other. */
const COMPARED = 100;
/** Labels of a kind that are read. */
const MAX_LABELS = 10;
/** Newest introductions whose pairs are not proposed. */
const KNOWN_INTRODUCTIONS = 500;

/** Finds members of whom one seeks what another offers. Nothing is ever sent to members. */
@Injectable()
export class MatchService {
  constructor(
    private readonly stored: MatchRepository,
    private readonly entries: MatchEntryRepository,
    private readonly names: NameRepository,
  ) {}

  /** Finds matches again and publishes a change. Safe to repeat; runs after no request. */
  async refresh(space: string, now = new Date()): Promise<MatchDocument> {
    const labels = await this.names.findKindLabels(space);
    const since = new Date(now.getTime() - WISH_DAYS * DAY_MS);
    const [asks, offers, introductions] = await Promise.all([
      this.findWishes(space, labels.seeks, since),
      this.findWishes(space, labels.offers, since),
      this.entries.findIntroductions(space, KNOWN_INTRODUCTIONS),
    ]);
    const named = await this.names.findShown(space, {
      staff: [],
      member: [
        ...new Set([
          ...[...asks, ...offers].flatMap(({ memberIds }) => memberIds),
          ...introductions.flatMap(({ introduction }) =>
            introduction ? [introduction.memberId, introduction.toMemberId] : [],
          ),
        ]),
      ],
      label: [],
    });
    const memberOf = (id: string) => named.get(nameId('member', id))?.ref as MemberRef | undefined;
    const shownId = (id: string) => memberOf(id)?.id ?? id;
    const pairOf = (one: string, other: string) => [one, other].map(shownId).sort().join(' ');
    const known = new Set(
      introductions.map(({ introduction }) =>
        pairOf(introduction!.memberId, introduction!.toMemberId),
      ),
    );
    const wishOf = (entry: EntryDocument, withCompany: boolean): Wish => {
      const members = entry.memberIds.map(memberOf).filter((member) => member !== undefined);
      return {
        postId: entry.postId,
        memberIds: [...new Set(members.filter(({ deleted }) => !deleted).map(({ id }) => id))],
        memo: entry.memo,
        about: withCompany ? members.map(({ company }) => company) : [],
        names: members.flatMap(({ familyName, firstName }) => [familyName, firstName]),
        talkedAt: entry.talkedAt,
      };
    };
    return this.stored.put(space, {
      matches: matchesOf(
        asks.map((entry) => wishOf(entry, false)),
        offers.map((entry) => wishOf(entry, true)),
        (one, other) => known.has(pairOf(one, other)),
      ).map(toFound),
      introductions: introductions.slice(0, MATCHED_INTRODUCTIONS).map((entry) => ({
        postId: entry.postId,
        memberId: shownId(entry.introduction!.memberId),
        toMemberId: shownId(entry.introduction!.toMemberId),
        outcome: entry.introduction!.outcome as 'open',
        at: entry.talkedAt.toISOString(),
      })),
    });
  }

  /** The proposals of a space, and its latest introductions; without resigned members. */
  async list(space: string): Promise<ListMatchesAnswer> {
    const { matches, introductions } =
      (await this.stored.findPublished(space)) ?? (await this.refresh(space));
    const named = await this.names.findShown(space, {
      staff: [],
      member: [
        ...new Set([
          ...matches.flatMap(({ seeks, offers }) => [seeks.memberId, offers.memberId]),
          ...introductions.flatMap(({ memberId, toMemberId }) => [memberId, toMemberId]),
        ]),
      ],
      label: [],
    });
    const memberOf = (id: string) => {
      const ref = named.get(nameId('member', id))?.ref as MemberRef | undefined;
      return ref && !ref.deleted ? ref : null;
    };
    return {
      items: matches.flatMap(({ seeks, offers, words }) => {
        const [one, other] = [memberOf(seeks.memberId), memberOf(offers.memberId)];
        if (!one || !other || one.id === other.id) return [];
        const { memberId: _seeker, ...asked } = seeks;
        const { memberId: _giver, ...offered } = offers;
        return [{ seeks: { ...asked, member: one }, offers: { ...offered, member: other }, words }];
      }),
      introductions: introductions.flatMap(({ memberId, toMemberId, ...made }) => {
        const [one, other] = [memberOf(memberId), memberOf(toMemberId)];
        return one && other ? [{ ...made, member: one, toMember: other }] : [];
      }),
    };
  }

  /** For services without a copy. */
  async find(space: string): Promise<Pick<MatchDocument, 'version' | 'matches'>> {
    const { version, matches } = await this.refresh(space);
    return { version, matches };
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

function toFound({ seeks, offers, words }: Match): FoundMatch {
  return {
    seeks: { ...seeks, talkedAt: seeks.talkedAt.toISOString() },
    offers: { ...offers, talkedAt: offers.talkedAt.toISOString() },
    words,
  };
}
