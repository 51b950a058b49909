import { Controller } from '@nestjs/common';
import {
  blackOut,
  foldText,
  memberEntriesQuestion,
  writingsOf,
  type MemberFileEntry,
  type MemberRef,
  type StaffRef,
} from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { EntryRepository } from '../entry/entry.repository';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { namesWithin } from './redaction.rules';

const MAX_ENTRIES = 2_000;

@Controller()
export class MemberFileListener {
  constructor(
    private readonly entries: EntryRepository,
    private readonly names: NameRepository,
  ) {}

  /** Posts and comments about a member, newest first, with other members' names blacked out. */
  @OnQuestion('search.findMemberEntries')
  async findMemberEntries(
    payload: unknown,
  ): Promise<{ entries: MemberFileEntry[]; complete: boolean }> {
    const { space, memberId } = memberEntriesQuestion.parse(payload);
    const aliases = await this.names.findMemberAliases(space, memberId);
    const found = await this.entries.findHits(
      space,
      { memberIds: aliases },
      { skip: 0, limit: MAX_ENTRIES + 1 },
    );
    const told = found.slice(0, MAX_ENTRIES);
    const named = await this.names.findNamed(space, {
      staff: [...new Set(told.map((entry) => entry.ownerId))],
      member: [],
      label: [],
    });
    const others = await this.names.findOtherMembers(space, aliases);
    const hidden = new Set(
      others.flatMap(({ ref }) => {
        const { whole, part } = writingsOf(ref as MemberRef);
        return [...whole, ...part];
      }),
    );
    const withoutOthers = (text: string) => blackOut(text, namesWithin(foldedLine(text), hidden));
    return {
      complete: found.length <= MAX_ENTRIES,
      entries: told.map((entry) => {
        return {
          kind: entry.kind,
          talkedAt: entry.talkedAt.toISOString(),
          writtenBy:
            (named.get(nameId('staff', entry.ownerId))?.ref as StaffRef | undefined)?.displayName ??
            '',
          memo: withoutOthers(entry.memo),
          attachmentTitles: entry.attachmentTitles.map(withoutOthers),
        };
      }),
    };
  }
}

/** Folds like names, with one space for any run of spaces. */
function foldedLine(text: string): string {
  return foldText(text).replace(/\s+/g, ' ');
}
