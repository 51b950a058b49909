import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type BulkAnswer,
  type CreatePostsEntry,
  type CreatePostsInput,
  emptyContent,
  events,
  UnfitEntry,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { newId, requestedIds } from '@engawa/persistence';
import { bulkAnswerOf, ProblemError, unfitEntryProblem } from '@engawa/service-kit';
import { EmptyContent } from '../content/content.errors';
import { isEmpty } from '../content/content.rules';
import {
  pointersOf,
  ReferenceService,
  requireValid,
  type References,
} from '../content/reference.service';
import { TalkAhead } from './post.errors';
import { memberIdsOf, postEvent } from './post.mapper';
import { PostRepository } from './post.repository';
import { isTalkAhead, newPost } from './post.rules';
import type { PostDocument } from './post.schema';
import { isIssueOf, membersOf } from './post-write.service';

interface Row {
  id: string;
  input: CreatePostsEntry;
  references: References;
}

/** Creates many posts with one insert; each is created or refused on its own. */
@Injectable()
export class PostBulkService {
  constructor(
    private readonly posts: PostRepository,
    private readonly references: ReferenceService,
  ) {}

  async create(staff: CurrentStaff, { items }: CreatePostsInput): Promise<BulkAnswer> {
    const { space, staffId } = staff;
    const ids = requestedIds(items.length);
    const written = await this.posts.findAllWritten(space, ids);
    const refused = new Map<string, ProblemError>();
    const rows = items.flatMap((input, position): Row[] => {
      const id = ids[position]!;
      if (written.has(id)) return [];
      const problem = input instanceof UnfitEntry ? unfitEntryProblem(input) : refusalOf(input);
      if (problem) refused.set(id, problem);
      return problem || input instanceof UnfitEntry
        ? []
        : [{ id, input, references: referencesOf(input) }];
    });
    const read = await this.references.read(
      space,
      rows.map(({ references }) => references),
    );
    const isIssue = isIssueOf(read);
    const at = new Date();
    const entries = rows.flatMap(({ id, input, references }) => {
      try {
        requireValid(references, read);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.set(id, error);
        return [];
      }
      const document = newPost(id, staffId, { ...emptyContent, ...input }, isIssue, at);
      const created = { ...document, space, version: 1, updatedAt: at } as PostDocument;
      return [
        { document, events: [postEvent('postCreated', created, staffId, { imported: true })] },
      ];
    });
    const created = await this.posts.insertOnce(space, withEnd(staff, entries, written.size));
    return bulkAnswerOf(ids.map((id) => refused.get(id) ?? created.get(id) ?? written.get(id)!));
  }
}

function refusalOf({ memo, talkedAt }: CreatePostsEntry): ProblemError | null {
  if (isEmpty({ memo, attachments: [] })) return new EmptyContent();
  return talkedAt && isTalkAhead(new Date(talkedAt), new Date()) ? new TalkAhead() : null;
}

function referencesOf(input: CreatePostsEntry): References {
  return {
    members: membersOf(input, memberIdsOf(input)),
    staffs: pointersOf('mentions', input.mentions),
    labels: pointersOf('labelIds', input.labelIds),
  };
}

type Entries = Parameters<PostRepository['insertOnce']>[1];

/** The last document carries the one event that webhooks get (INT-3). */
function withEnd({ space, staffId }: CurrentStaff, entries: Entries, before: number): Entries {
  const last = entries.at(-1);
  if (!last) return entries;
  const importId = newId();
  const end = newEvent(events.postsImported, {
    space,
    actor: staffId,
    aggregate: { type: 'postImport', id: importId },
    version: 1,
    data: { importId, added: before + entries.length },
  });
  return [...entries.slice(0, -1), { ...last, events: [...last.events, end] }];
}
