import { Injectable } from '@nestjs/common';
import { type Comment, type DataOf, events } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import { type People, PeopleService } from '../directory-cache/people.service';
import { sharedAnswer, sharedFacts } from '../content/content.mapper';
import type { CommentDocument } from './comment.schema';

/** Documents of comments → answers and events. */
@Injectable()
export class CommentMapper {
  constructor(private readonly people: PeopleService) {}

  /** Answers for many comments with one directory query. */
  async answers(space: string, comments: readonly CommentDocument[]): Promise<Comment[]> {
    const people = await this.people.read(space, {
      staffIds: comments.flatMap((comment) => [comment.ownerId, ...comment.mentions]),
      memberIds: [],
    });
    return comments.map((comment) => this.answer(comment, people));
  }

  async answerOne(comment: CommentDocument): Promise<Comment> {
    const [answer] = await this.answers(comment.space, [comment]);
    return answer!;
  }

  /** The answer for a comment whose names are loaded. */
  answer(comment: CommentDocument, people: People): Comment {
    return Object.assign(sharedAnswer(comment, people), {
      postId: comment.postId,
      mentions: comment.mentions.map((id) => people.staff(id)),
    });
  }
}

function commentFacts(
  comment: CommentDocument,
  draftId: string | null,
): DataOf<typeof events.commentCreated> {
  return {
    ...sharedFacts(comment),
    postId: comment.postId,
    commentId: comment.id,
    postOwnerId: comment.postOwnerId,
    memberIds: [],
    mentions: comment.mentions,
    // A comment has no talk time of its own.
    talkedAt: comment.createdAt.toISOString(),
    draftId,
  };
}

/** The event of a comment after a change. */
export function commentEvent(
  kind: 'commentCreated' | 'commentUpdated',
  comment: CommentDocument,
  actor: string | null,
  draftId: string | null = null,
): EventOf<typeof events.commentCreated> {
  return newEvent(events[kind], {
    space: comment.space,
    actor,
    aggregate: { type: 'comment', id: comment.id },
    version: comment.version,
    data: commentFacts(comment, draftId),
  }) as EventOf<typeof events.commentCreated>;
}

export function commentDeletedEvent(
  comment: CommentDocument,
  actor: string | null,
): EventOf<typeof events.commentDeleted> {
  return newEvent(events.commentDeleted, {
    space: comment.space,
    actor,
    aggregate: { type: 'comment', id: comment.id },
    version: comment.version,
    data: { postId: comment.postId, commentId: comment.id },
  });
}
