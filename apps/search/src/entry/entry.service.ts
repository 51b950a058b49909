import { Injectable } from '@nestjs/common';
import { DuplicateKey } from '@engawa/persistence';
import { changedText } from '@engawa/text-search';
import { HealthFigures } from '../health/health-figures.service';
import { InsightFigures } from '../insight/insight-figures.service';
import { entryKey } from './entry-text.rules';
import { EntryRepository } from './entry.repository';
import type { EntryDocument } from './entry.schema';

/** A post or comment as in its event. */
export type EntryFromEvent = Pick<
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
  | 'introduction'
  | 'introducedAt'
>;

@Injectable()
export class EntryService {
  constructor(
    private readonly entries: EntryRepository,
    private readonly figures: InsightFigures,
    private readonly health: HealthFigures,
  ) {}

  /** Stores a post or comment; an older version than the stored one changes nothing. */
  async upsert(space: string, told: EntryFromEvent): Promise<void> {
    const { id, version, ...fields } = told;
    if (version === 1 && (await this.insertNew(space, told))) return;
    const before = await this.entries.findById(space, id);
    const concerned = affectedBy([before, told]);
    // Before and after the write: after a crash in between, the previous state is lost.
    if (before) await this.markStale(space, concerned);
    await this.entries.projectUpsert(space, id, version, {
      ...fields,
      ...changedText(movedFrom(before, told.talkedAt)),
      gone: false,
      shown: true,
    });
    // Comments that arrived before their post are already shown.
    if (told.kind === 'post') {
      if (version > 1) await this.followPost(space, told.postId);
    } else await this.followOwnPost(space, id, told.postId);
    await this.markStale(space, concerned);
  }

  /** Stores a new post or comment without reading; returns false when it is known already. */
  private async insertNew(
    space: string,
    { version: _first, ...fields }: EntryFromEvent,
  ): Promise<boolean> {
    try {
      await this.entries.insert(space, { ...fields, ...changedText(), gone: false, shown: true });
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
    if (fields.kind === 'comment') await this.followOwnPost(space, fields.id, fields.postId);
    const { times, members } = affectedBy([{ ...fields, version: 1 }]);
    await Promise.all([
      this.figures.markStaleStored(space, times),
      this.health.markStale(space, members),
    ]);
    return true;
  }

  /** Hides a deleted post with its comments, or a deleted comment. */
  async remove(
    space: string,
    gone: Pick<EntryDocument, 'id' | 'version' | 'kind' | 'postId'> & { at: Date },
  ): Promise<void> {
    const before = await this.entries.findById(space, gone.id);
    const concerned = affectedBy([before]);
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
      introduction: null,
      introducedAt: null,
      gone: true,
      shown: false,
      ...changedText(movedFrom(before, gone.at)),
    });
    if (gone.kind === 'post') await this.followPost(space, gone.postId);
    await this.markStale(space, concerned);
  }

  private async markStale(space: string, { times, members }: AffectedFigures): Promise<void> {
    await Promise.all([
      this.figures.markStale(space, times),
      this.health.markStale(space, members),
    ]);
  }

  /** Shows or hides the comments with their post. */
  private async followPost(space: string, postId: string): Promise<void> {
    const post = await this.entries.findById(space, postId);
    if (!post) return;
    for (const comment of await this.entries.findComments(space, postId)) {
      const shown = !post.gone && !comment.gone;
      if (comment.shown !== shown) await this.entries.setShown(space, comment.id, shown);
    }
  }

  /**
   * A comment that arrives after its post was deleted is hidden. The post is read again after the write:
   * its own event may have passed by in between, and found the comment as it should be.
   */
  private async followOwnPost(space: string, id: string, postId: string): Promise<void> {
    for (let shown = true; ; shown = !shown) {
      const post = await this.entries.findById(space, postId);
      if (shown === !post?.gone) return;
      await this.entries.setShown(space, id, !shown);
    }
  }
}

function movedFrom(before: EntryDocument | null, talkedAt: Date) {
  const from = before && { key: entryKey(before), indexKeys: before.indexKeys };
  return { from, to: entryKey({ talkedAt }) };
}

/** Figures affected by a change of a post: those of its days and members. */
interface AffectedFigures {
  times: Date[];
  members: string[];
}

/** Figures of both the previous and the new state. */
function affectedBy(states: readonly (EntryDocument | EntryFromEvent | null)[]): AffectedFigures {
  const posts = states.filter((state) => state?.kind === 'post');
  return {
    times: posts
      .flatMap((post) => [post!.talkedAt, post!.issueOpenedAt, post!.issueClosedAt])
      .filter((time) => time != null),
    members: [
      ...new Set(
        posts.flatMap((post) => [
          ...(post!.memberIds ?? []),
          ...(post!.introduction
            ? [post!.introduction.memberId, post!.introduction.toMemberId]
            : []),
        ]),
      ),
    ],
  };
}
