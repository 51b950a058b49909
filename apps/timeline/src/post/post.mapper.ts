import { Injectable } from '@nestjs/common';
import { type DataOf, events, type Issue, type Post } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import { type People, type PeopleIds, PeopleService } from '../directory-cache/people.service';
import { sharedAnswer, sharedFacts } from '../content/content.mapper';
import { tallyOf } from '../ranking/tally.rules';
import type { PostDocument, StoredIssue } from './post.schema';

/** Documents of posts → answers and events. */
@Injectable()
export class PostMapper {
  constructor(private readonly people: PeopleService) {}

  /** Answers for many posts with two directory queries. */
  async answers(space: string, posts: readonly PostDocument[]): Promise<Post[]> {
    return (await this.namedAnswers(space, posts)).answers;
  }

  /** `hold`: whether the names in the answers are still those of now. */
  async namedAnswers(
    space: string,
    posts: readonly PostDocument[],
  ): Promise<{ answers: Post[]; hold: () => boolean }> {
    const ids = peopleIn(posts);
    const people = await this.people.read(space, ids);
    return {
      answers: posts.map((post) => this.answer(post, people)),
      hold: () => this.people.holds(space, ids, people),
    };
  }

  async answerOne(post: PostDocument): Promise<Post> {
    const [answer] = await this.answers(post.space, [post]);
    return answer!;
  }

  /** The answer for a post whose names are loaded. */
  answer(post: PostDocument, people: People): Post {
    // Not spread into a literal: that takes several times as long, for each post of each page.
    return Object.assign(sharedAnswer(post, people), {
      members: people.membersOf(post.memberIds),
      mentions: (post.mentions ?? []).map((id) => people.staff(id)),
      talkedAt: post.talkedAt.toISOString(),
      commentCount: post.commentCount,
      lastCommenters: post.lastCommenterIds.map((id) => people.staff(id)),
      mustRead: post.mustRead,
      confirmations: post.confirmations.map(({ staffId, confirmedAt }) => ({
        staffId,
        confirmedAt: confirmedAt.toISOString(),
      })),
      issue: issueAnswer(post.issue, people),
      introduction: introductionAnswer(post, people),
    });
  }
}

function peopleIn(posts: readonly PostDocument[]): PeopleIds {
  const staffIds = posts.flatMap((post) => [
    post.ownerId,
    ...post.lastCommenterIds,
    ...(post.mentions ?? []),
  ]);
  const memberIds = posts.flatMap((post) => [...memberIdsOf(post), ...solverIdsOf(post)]);
  return { staffIds: [...new Set(staffIds)], memberIds: [...new Set(memberIds)] };
}

/** Ids of all members in the post. */
export function memberIdsOf(post: Pick<PostDocument, 'memberIds' | 'introduction'>): string[] {
  const { memberIds, introduction } = post;
  return introduction
    ? [...memberIds, introduction.memberId, introduction.toMemberId]
    : [...memberIds];
}

/** The member who solved the post's issue, if any. */
function solverIdsOf({ issue }: PostDocument): string[] {
  const solvedBy = issue?.solution?.solvedBy;
  return solvedBy?.kind === 'member' ? [solvedBy.id] : [];
}

function issueAnswer(issue: StoredIssue | null, people: People): Issue | null {
  if (!issue) return null;
  const { openedAt, closedAt, solution } = issue;
  return {
    state: closedAt ? 'closed' : 'open',
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    secondsToSolution: closedAt
      ? Math.max(0, Math.round((closedAt.getTime() - openedAt.getTime()) / 1_000))
      : null,
    solution: solution && {
      ...solution,
      solvedBy:
        solution.solvedBy.kind === 'member'
          ? { kind: 'member', id: people.shownMemberId(solution.solvedBy.id) }
          : solution.solvedBy,
      linkedAt: solution.linkedAt.toISOString(),
    },
  };
}

function introductionAnswer(post: PostDocument, people: People): Post['introduction'] {
  if (!post.introduction) return null;
  const { memberId, toMemberId, about, outcome, outcomeNote } = post.introduction;
  const [member, toMember] = people.membersOf([memberId, toMemberId]);
  return member && toMember ? { member, toMember, about, outcome, outcomeNote } : null;
}

/** Options of a post's event. */
export interface PostEventOptions {
  /** The post before the change; absent for a new one. */
  before?: PostDocument;
  draftId?: string | null;
  imported?: boolean;
}

/** Facts of a post for events. */
function postFacts(
  post: PostDocument,
  { before, draftId = null, imported }: PostEventOptions,
): DataOf<typeof events.postCreated> {
  const { issue, introduction } = post;
  return {
    ...sharedFacts(post),
    postId: post.id,
    commentId: null,
    memberIds: post.memberIds,
    mentions: post.mentions ?? [],
    talkedAt: post.talkedAt.toISOString(),
    issue: issue && {
      openedAt: issue.openedAt.toISOString(),
      closedAt: issue.closedAt?.toISOString() ?? null,
      solvedBy: issue.solution?.solvedBy ?? null,
      ...(issue.solution ? { linkedAt: issue.solution.linkedAt.toISOString() } : {}),
      ...(before && gotIssueLabel(before, post) ? { opened: true } : {}),
    },
    introduction: introduction && {
      memberId: introduction.memberId,
      toMemberId: introduction.toMemberId,
      outcome: introduction.outcome,
    },
    mustRead: post.mustRead
      ? { confirmedBy: post.confirmations.map(({ staffId }) => staffId) }
      : null,
    draftId,
    ...(imported ? { imported } : {}),
    tally: tallyOf(before ?? null, post),
  };
}

/**
 * Whether the change gave the post its first issue label. False where one of its labels became an
 * issue label, which concerns all posts that have it, and for a restoration.
 */
function gotIssueLabel(before: PostDocument, post: PostDocument): boolean {
  return (
    !before.deleted &&
    !before.issue &&
    post.issue !== null &&
    post.labelIds.some((id) => !before.labelIds.includes(id))
  );
}

/** The event of a post after a change. */
export function postEvent(
  kind: 'postCreated' | 'postUpdated',
  post: PostDocument,
  actor: string | null,
  options: PostEventOptions = {},
): EventOf<typeof events.postCreated> {
  return newEvent(events[kind], {
    space: post.space,
    actor,
    aggregate: { type: 'post', id: post.id },
    version: post.version,
    data: postFacts(post, options),
  }) as EventOf<typeof events.postCreated>;
}

/** The event of a reminder to confirm a must-read post. */
export function postRemindedEvent(post: PostDocument, actor: string) {
  return newEvent(events.postReminded, {
    space: post.space,
    actor,
    aggregate: { type: 'post', id: post.id },
    version: post.version,
    data: {
      postId: post.id,
      ownerId: post.ownerId,
      confirmedBy: post.confirmations.map(({ staffId }) => staffId),
    },
  });
}

export function postDeletedEvent(
  post: PostDocument,
  actor: string | null,
  before: PostDocument,
): EventOf<typeof events.postDeleted> {
  return newEvent(events.postDeleted, {
    space: post.space,
    actor,
    aggregate: { type: 'post', id: post.id },
    version: post.version,
    data: { postId: post.id, commentId: null, tally: tallyOf(before, post) },
  });
}
