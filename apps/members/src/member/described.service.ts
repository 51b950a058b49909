import { Injectable } from '@nestjs/common';
import type { DescribedMember } from '@engawa/contracts';
import { piecesOf } from '@engawa/text-search';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { bestOf, choicesWith, describedOf } from './described.rules';
import { MemberIndex } from './member-index.service';
import { acceptsOf } from './member-text.rules';
import { MemberRepository } from './member.repository';

/** A word that more members have says nothing about one of them. */
const MAX_WITH_WORD = 100;
/** Choices of one question whose members are read, and how many members of each. */
const MAX_CHOICES = 10;
const READ_WITH_CHOICE = 1_000;

/** Finds members by what their fields say that they do. */
@Injectable()
export class DescribedMembers {
  constructor(
    private readonly members: MemberRepository,
    private readonly index: MemberIndex,
    private readonly customFields: CustomFieldRepository,
  ) {}

  /** Members who are here, by parts of words; each word reads a limited number. */
  async find(space: string, words: readonly string[]): Promise<DescribedMember[]> {
    const fields = await this.customFields.findFields(space);
    const found: Set<string>[] = [];
    let choicesLeft = MAX_CHOICES;
    // One after the other: a page may be waiting for this process.
    for (const word of words) {
      const ids = new Set(await this.findInTexts(space, word));
      for (const { field, choiceId } of choicesWith(word, fields).slice(0, choicesLeft)) {
        choicesLeft -= 1;
        const chosen = await this.members.findWithChoice(space, field, choiceId, READ_WITH_CHOICE);
        for (const id of chosen) ids.add(id);
      }
      if (ids.size <= MAX_WITH_WORD) found.push(ids);
    }
    const ids = bestOf(found);
    const read = await this.members.findByIds(space, ids);
    const byId = new Map(read.map((member) => [member.id, member]));
    const best = ids.flatMap((id) => byId.get(id) ?? []);
    return describedOf(
      best.filter(({ deleted }) => !deleted),
      fields,
    );
  }

  /** Ids of members with the word in a text, up to one more than the limit. */
  private async findInTexts(space: string, word: string): Promise<string[]> {
    const pieces = piecesOf(word);
    if (pieces.length === 0) return [];
    const limit = MAX_WITH_WORD + 1;
    const { rows } = await this.index.find(space, {
      pieces,
      accepts: acceptsOf({ deleted: false }),
      direction: 1,
      limit,
      countLimit: limit,
    });
    return rows.map(({ id }) => id);
  }
}
