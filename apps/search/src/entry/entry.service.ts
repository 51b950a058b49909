import { Injectable } from '@nestjs/common';
import { HealthFigures } from '../health/health-figures.service';
import { InsightFigures } from '../insight/insight-figures.service';
import { NameRepository } from '../name/name.repository';
import { nameId, type NameDocument } from '../name/name.schema';
import { gramsOf, joinTexts } from '../search/gram.rules';
import { EntryRepository } from './entry.repository';
import type { EntryDocument } from './entry.schema';

/** A post or comment as an event tells it. */
export type ToldEntry = Pick<
  EntryDocument,
  | 'id'
  | 'version'
  | 'kind'
  | 'postId'
  | 'ownerId'
  | 'memo'
  | 'memberIds'
  | 'labelIds'
  | 'attachmentTitles'
  | 'taskStatus'
  | 'talkedAt'
  | 'writtenAt'
  | 'changedAt'
  | 'issueOpenedAt'
  | 'issueClosedAt'
>;

/** Tries to write an entry's texts before the event is handed back to come again. */
const RACES = 20;

@Injectable()
export class EntryService {
  constructor(
    private readonly entries: EntryRepository,
    private readonly names: NameRepository,
    private readonly figures: InsightFigures,
    private readonly health: HealthFigures,
  ) {}

  /** Keeps a post or comment as it stands; an older version than known changes nothing. */
  async keep(space: string, told: ToldEntry): Promise<void> {
    const { id, version, ...fields } = told;
    const before = await this.entries.findById(space, id);
    const concerned = concernedBy([before, told]);
    // Before as well as after: where this ends between the two, what was is not known any more.
    await this.markStale(space, before ? concerned : { ...concerned, members: [] });
    // With its texts in the same write: an entry that a filter finds is found by its words too.
    const text = await this.textOf(space, told);
    await this.entries.projectUpsert(space, id, version, {
      ...fields,
      text,
      grams: gramsOf(text),
      gone: false,
      shown: true,
    });
    await this.index(space, id);
    // Comments that came before their post are shown already.
    if (told.kind === 'post') {
      if (version > 1) await this.followPost(space, told.postId);
    } else await this.followOwnPost(space, id, told.postId);
    await this.markStale(space, concerned);
  }

  /** Hides a deleted post with its comments, or a deleted comment. */
  async remove(
    space: string,
    gone: Pick<EntryDocument, 'id' | 'version' | 'kind' | 'postId'> & { at: Date },
  ): Promise<void> {
    const concerned = concernedBy([await this.entries.findById(space, gone.id)]);
    await this.markStale(space, concerned);
    await this.entries.projectUpsert(space, gone.id, gone.version, {
      kind: gone.kind,
      postId: gone.postId,
      memo: '',
      attachmentTitles: [],
      talkedAt: gone.at,
      writtenAt: gone.at,
      changedAt: gone.at,
      issueOpenedAt: null,
      issueClosedAt: null,
      gone: true,
      shown: false,
      text: '',
      grams: [],
    });
    if (gone.kind === 'post') await this.followPost(space, gone.postId);
    await this.markStale(space, concerned);
  }

  /**
   * Writes the texts that find an entry, with names as they are now. Names are read again after
   * the write: one that changed meanwhile may have looked for its entries before this one was
   * there. `anew` writes them in any case, as they may be cut into grams in another way.
   */
  async index(space: string, id: string, { anew = false } = {}): Promise<void> {
    for (let race = 0; race < RACES; race += 1) {
      const entry = await this.entries.findById(space, id);
      if (!entry || entry.gone) return;
      const text = await this.textOf(space, entry);
      if (entry.text === text && !anew) return;
      // Made anew, it is looked at once more by the next turn.
      const written = await this.entries.setText(entry, text, gramsOf(text));
      if (written) anew = false;
    }
    throw new Error(`Entry ${id}: too many changes at once`);
  }

  private async markStale(space: string, { times, members }: Concerned): Promise<void> {
    await Promise.all([this.figures.stale(space, times), this.health.stale(space, members)]);
  }

  private async textOf(space: string, entry: ToldEntry): Promise<string> {
    const named = await this.names.findNamed(space, {
      staff: [entry.ownerId].filter(Boolean),
      member: entry.memberIds,
      label: entry.labelIds,
    });
    // Posts of a merged member are found by both names: their memos may still say the old one.
    const merged = entry.memberIds.filter((id) => named.get(nameId('member', id))?.mergedInto);
    const shown =
      merged.length === 0
        ? new Map<string, NameDocument>()
        : await this.names.findShown(space, { staff: [], member: merged, label: [] });
    const textsOf = (name: NameDocument | undefined) => name?.texts ?? [];
    return joinTexts([
      entry.memo,
      ...entry.attachmentTitles,
      ...entry.labelIds.flatMap((id) => textsOf(named.get(nameId('label', id)))),
      ...entry.memberIds.flatMap((id) => {
        const name = nameId('member', id);
        return [...textsOf(named.get(name)), ...textsOf(shown.get(name))];
      }),
      ...textsOf(named.get(nameId('staff', entry.ownerId))),
    ]);
  }

  /** The comments of a post are shown with it. */
  private async followPost(space: string, postId: string): Promise<void> {
    const post = await this.entries.findById(space, postId);
    if (!post) return;
    for (const comment of await this.entries.findComments(space, postId)) {
      const shown = !post.gone && !comment.gone;
      if (comment.shown !== shown) await this.entries.setShown(space, comment.id, shown);
    }
  }

  /** A comment that comes after its post went is not shown. */
  private async followOwnPost(space: string, id: string, postId: string): Promise<void> {
    const post = await this.entries.findById(space, postId);
    if (post?.gone) await this.entries.setShown(space, id, false);
  }
}

/** Whose figures change with a post: those of its days, and of the members it names. */
interface Concerned {
  times: Date[];
  members: string[];
}

/** Of what the post was, and of what it is. */
function concernedBy(states: readonly (EntryDocument | ToldEntry | null)[]): Concerned {
  const posts = states.filter((state) => state?.kind === 'post');
  return {
    times: posts
      .flatMap((post) => [post!.talkedAt, post!.issueOpenedAt, post!.issueClosedAt])
      .filter((time) => time != null),
    members: [...new Set(posts.flatMap((post) => post!.memberIds ?? []))],
  };
}
