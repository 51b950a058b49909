import { Injectable } from '@nestjs/common';
import type { ListMatchesAnswer } from '@engawa/contracts';
import { NameRepository } from '../name/name.repository';
import { MatchFinder } from './match-finder.service';
import { MatchRepository } from './match.repository';
import type { MatchDocument } from './match.schema';

/** Reads the matches that were found. */
@Injectable()
export class MatchService {
  constructor(
    private readonly stored: MatchRepository,
    private readonly finder: MatchFinder,
    private readonly names: NameRepository,
  ) {}

  /** The proposals of a space, and its latest introductions; without resigned members. */
  async list(space: string): Promise<ListMatchesAnswer> {
    const { matches, introductions } = await this.findOrBegin(space);
    const shown = await this.names.findShownMembers(space, [
      ...matches.flatMap(({ seeks, offers }) => [seeks.memberId, offers.memberId]),
      ...introductions.flatMap(({ memberId, toMemberId }) => [memberId, toMemberId]),
    ]);
    const memberOf = (id: string) => {
      const member = shown(id);
      return member && !member.deleted ? member : null;
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
        // Merged since.
        if (!one || !other || one.id === other.id) return [];
        return [{ ...made, member: one, toMember: other }];
      }),
    };
  }

  /** For services without a copy. */
  async find(space: string): Promise<Pick<MatchDocument, 'version' | 'matches'>> {
    const { version, matches } = await this.findOrBegin(space);
    return { version, matches };
  }

  /** None yet in a space where nobody looked for them; they follow in the background. */
  private async findOrBegin(space: string): Promise<MatchDocument> {
    const found = await this.stored.findOfSpace(space);
    if (found) return found;
    await this.finder.markStale(space);
    return (await this.stored.findOfSpace(space))!;
  }
}
