import { Injectable } from '@nestjs/common';
import { unknownStaff, type MemberBrief, type MemberRef, type StaffRef } from '@engawa/contracts';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { BriefMemberNotFound } from './member-brief.errors';
import { MemberBriefRepository } from './member-brief.repository';
import {
  companionsOf,
  excerptOf,
  isOpenTask,
  openIssuesOf,
  wishesOf,
  writersOf,
  type CountedEntry,
} from './member-brief.rules';

/** Posts counted for a brief, and comments read for tasks. */
const MAX_POSTS = 1_000;
const MAX_TASK_COMMENTS = 500;
const RECENT_TALKS = 3;
const MAX_LISTED = 5;
/** As many as `listTasks` takes. */
const MAX_TASK_IDS = 100;
const MAX_COMPANIONS = 8;

type Writing = MemberBrief['recent'][number];

/** What to know before meeting a member (MBR-7). */
@Injectable()
export class MemberBriefService {
  constructor(
    private readonly entries: MemberBriefRepository,
    private readonly names: NameRepository,
  ) {}

  /** For a merged member, the brief of the remaining one. */
  async get(space: string, askedId: string): Promise<MemberBrief> {
    const known = await this.names.findNamed(space, { staff: [], member: [askedId], label: [] });
    if (known.size === 0) throw new BriefMemberNotFound();
    const aliases = await this.names.findMemberAliases(space, askedId);
    const memberId = aliases[0]!;
    const [found, taskComments, kindLabels] = await Promise.all([
      this.entries.findAbout(space, aliases, MAX_POSTS + 1),
      this.entries.findTaskComments(space, MAX_TASK_COMMENTS),
      this.names.findKindLabels(space),
    ]);
    const posts = found.slice(0, MAX_POSTS);
    const now = new Date();
    const named = await this.names.findShown(space, {
      staff: [...new Set([...posts, ...taskComments].map(({ ownerId }) => ownerId))],
      member: [...new Set(posts.flatMap(({ memberIds }) => memberIds))],
      label: [],
    });
    const staffOf = (id: string) =>
      (named.get(nameId('staff', id))?.ref as StaffRef | undefined) ?? unknownStaff(id);
    /** Who can be asked, as on the radar: no integration, and not god. */
    const isColleague = ({ id, deactivated, integration }: StaffRef) =>
      !deactivated && !integration && !named.get(nameId('staff', id))?.god;
    const memberOf = (id: string) =>
      named.get(nameId('member', id))?.ref as MemberRef | null | undefined;

    const postIds = new Set(posts.map(({ id }) => id));
    const tasks = [...posts, ...taskComments.filter(({ postId }) => postIds.has(postId))]
      .filter(isOpenTask)
      .sort((one, other) => other.talkedAt.getTime() - one.talkedAt.getTime());
    const issues = openIssuesOf(posts);
    const shown = {
      recent: posts.slice(0, RECENT_TALKS),
      issues: issues.slice(0, MAX_LISTED),
      seeks: wishesOf(posts, kindLabels.seeks, now).slice(0, MAX_LISTED),
      offers: wishesOf(posts, kindLabels.offers, now).slice(0, MAX_LISTED),
      tasks: tasks.slice(0, MAX_LISTED),
    };
    const writingOf = await this.writings(space, Object.values(shown).flat(), staffOf);
    const members = new Map(
      posts.flatMap(({ memberIds }) =>
        memberIds.flatMap((id) => {
          const ref = memberOf(id);
          return ref ? [[ref.id, ref] as const] : [];
        }),
      ),
    );
    const companions = companionsOf(posts, memberId, (id) =>
      aliases.includes(id) ? memberId : (memberOf(id)?.id ?? id),
    );
    return {
      memberId,
      posts: posts.length,
      postsAreAll: found.length <= MAX_POSTS,
      lastTalkedAt: posts[0]?.talkedAt.toISOString() ?? null,
      recent: shown.recent.map(writingOf),
      openIssues: issues.length,
      issues: shown.issues.map(writingOf),
      seeks: shown.seeks.map(writingOf),
      offers: shown.offers.map(writingOf),
      openTasks: tasks.length,
      tasks: shown.tasks.map((entry) => ({ ...writingOf(entry), status: entry.taskStatus! })),
      taskIds: tasks.slice(0, MAX_TASK_IDS).map((entry) => entry.id),
      staffs: writersOf(posts)
        .map(({ id, posts: count, lastTalkedAt }) => ({
          staff: staffOf(id),
          posts: count,
          lastTalkedAt: lastTalkedAt.toISOString(),
        }))
        .filter(({ staff }) => isColleague(staff))
        .slice(0, MAX_LISTED),
      connections: companions
        .flatMap(({ id, posts: count }) => {
          const member = members.get(id);
          return member ? [{ member, posts: count }] : [];
        })
        .slice(0, MAX_COMPANIONS),
    };
  }

  /** Reads the texts of the entries that are shown. */
  private async writings(
    space: string,
    entries: readonly CountedEntry[],
    staffOf: (id: string) => StaffRef,
  ): Promise<(entry: CountedEntry) => Writing> {
    const found = await this.entries.findByIds(
      space,
      entries.map(({ id }) => id),
    );
    const memos = new Map(found.map(({ id, memo }) => [id, memo]));
    return ({ id, kind, postId, ownerId, talkedAt }) => ({
      postId,
      commentId: kind === 'comment' ? id : null,
      owner: staffOf(ownerId),
      excerpt: excerptOf(memos.get(id) ?? ''),
      talkedAt: talkedAt.toISOString(),
    });
  }
}
