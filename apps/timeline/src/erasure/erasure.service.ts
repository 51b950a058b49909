import { Injectable } from '@nestjs/common';
import { memberIdsInLines, type NamedPerson, type PostImportRow } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { ImportService } from '@engawa/imports';
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { AttachmentRepository } from '../attachment/attachment.repository';
import { CommentRepository } from '../comment/comment.repository';
import { DraftRepository } from '../draft/draft.repository';
import { traceOf } from '../post-import/import-traces.rules';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { SavedViewRepository } from '../saved-view/saved-view.repository';
import { TemplateRepository } from '../template/template.repository';
import { ErasureRepository } from './erasure.repository';
import { type ErasureDocument, erasurePhases } from './erasure.schema';
import { ErasureWriteService } from './erasure-write.service';
import { type Redact, redactionOf } from './redaction.rules';

/** Also the pause until a running import is checked again. */
const LEASE_MS = 15_000;
/** Documents per stored progress. */
const BATCH_SIZE = 200;

/** Removes the name of an erased member from all texts of a space (MBR-5). */
@Injectable()
export class ErasureService extends WorkProcessor<ErasureDocument> {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly attachments: AttachmentRepository,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly drafts: DraftRepository,
    private readonly views: SavedViewRepository,
    private readonly templates: TemplateRepository,
    private readonly imports: ImportService<PostImportRow>,
    private readonly directory: Directory,
    private readonly writing: ErasureWriteService,
  ) {
    super({ name: 'erasures-timeline', work: erasures, leaseMs: LEASE_MS });
  }

  /** Each attempt processes one batch of one erasure and stores the progress. */
  protected async perform(erasure: ErasureDocument): Promise<WorkOutcome> {
    const last = await this.batch(erasure);
    if (last === undefined) return 'later';
    const next = erasurePhases[erasurePhases.indexOf(erasure.phase) + 1];
    await this.erasures.change(erasure.space, erasure.id, (current) => {
      if (current.phase !== erasure.phase || current.after !== erasure.after) return null;
      if (last !== null) return { set: { after: last } };
      const filesDone = current.filesDone || erasure.phase === 'files';
      if (next !== undefined) return { set: { phase: next, after: null, filesDone } };
      if (!filesDone) return { set: { phase: 'files', after: null } };
      return { set: { whole: [], part: [] }, unset: ['waitingSince'] };
    });
    return 'again';
  }

  /**
   * Returns the last document of a full batch; null when the phase is done, undefined while an
   * import must end first.
   */
  private async batch(erasure: ErasureDocument): Promise<string | null | undefined> {
    const { phase } = erasure;
    if (phase === 'imports') {
      const redact = redactionOf(erasure, { member: false, others: [] });
      return (await this.imports.removeTraces(erasure.space, traceOf(redact))) ? null : undefined;
    }
    const work: Record<typeof phase, () => Promise<{ id: string }[]>> = {
      files: () => this.redactFiles(erasure),
      posts: () => this.redactPosts(erasure),
      comments: () => this.redactComments(erasure),
      drafts: () => this.redactDrafts(erasure),
      views: () => this.redactViews(erasure),
      templates: () => this.redactTemplates(erasure),
    };
    const done = await work[phase]();
    return done.length === BATCH_SIZE ? done.at(-1)!.id : null;
  }

  /** Also files that nothing shows any more: they can be attached again for some days. */
  private async redactFiles(erasure: ErasureDocument) {
    const { space, after } = erasure;
    const files = await this.attachments.findAfterId(space, after, BATCH_SIZE);
    const [posts, drafts] = await Promise.all([
      this.posts.findByIds(
        space,
        files.flatMap(({ postId }) => postId ?? []),
      ),
      this.drafts.findByIds(
        space,
        files.flatMap(({ draftId }) => draftId ?? []),
      ),
    ]);
    const redactOf = await this.redactions(erasure, [...posts, ...drafts]);
    const postsById = new Map(posts.map((post) => [post.id, post]));
    const draftsById = new Map(drafts.map((draft) => [draft.id, draft]));
    for (const file of files) {
      const post = postsById.get(file.postId ?? '');
      const draft = draftsById.get(file.draftId ?? '');
      await this.writing.file(space, file, redactOf(post ?? draft ?? nobody));
    }
    return files;
  }

  private async redactPosts(erasure: ErasureDocument) {
    const { space, after } = erasure;
    const posts = await this.posts.findAfterId(space, after, BATCH_SIZE);
    const redactOf = await this.redactions(erasure, posts);
    for (const post of posts) await this.writing.post(space, post, redactOf(post));
    return posts;
  }

  private async redactComments(erasure: ErasureDocument) {
    const { space, after } = erasure;
    const comments = await this.comments.findAfterId(space, after, BATCH_SIZE);
    const posts = await this.posts.findByIds(
      space,
      comments.map((comment) => comment.postId),
    );
    const redactOf = await this.redactions(erasure, posts);
    const byId = new Map(posts.map((post) => [post.id, post]));
    for (const comment of comments) {
      const post = byId.get(comment.postId);
      await this.writing.comment(space, comment, redactOf(post ?? nobody));
    }
    return comments;
  }

  private async redactDrafts(erasure: ErasureDocument) {
    const { space, after } = erasure;
    const drafts = await this.drafts.findAfterId(space, after, BATCH_SIZE);
    const redactOf = await this.redactions(erasure, drafts);
    for (const draft of drafts) await this.writing.draft(space, draft, redactOf(draft));
    return drafts;
  }

  /** Names of saved views; a view that filters by the member counts as about them. */
  private async redactViews(erasure: ErasureDocument) {
    const { space, memberIds } = erasure;
    for (const view of await this.views.findAll(space)) {
      const member = memberIds.includes(view.criteria.memberId ?? '');
      await this.writing.view(space, view, redactionOf(erasure, { member, others: [] }));
    }
    return [];
  }

  private async redactTemplates(erasure: ErasureDocument) {
    const redact = redactionOf(erasure, { member: false, others: [] });
    for (const template of await this.templates.findAll(erasure.space)) {
      await this.writing.template(erasure.space, template, redact);
    }
    return [];
  }

  /** The redaction for each document, by the members it names. */
  private async redactions(
    erasure: ErasureDocument,
    documents: readonly Naming[],
  ): Promise<(document: Naming) => Redact> {
    const { space, memberIds } = erasure;
    const erased = new Set(memberIds);
    // Only documents about the member need the detailed check.
    const about = documents.filter((document) => namedBy(document).some((id) => erased.has(id)));
    const others = about.flatMap((document) => namedBy(document).filter((id) => !erased.has(id)));
    const people = await this.directory.findMembers(space, others);
    return (document) => {
      const ids = namedBy(document);
      const named = ids.flatMap((id) => (erased.has(id) ? [] : (people.get(id) ?? [])));
      const member = ids.some((id) => erased.has(id));
      return redactionOf(erasure, { member, others: named satisfies NamedPerson[] });
    };
  }
}

type Naming = Pick<PostDocument, 'memo' | 'memberIds' | 'introduction'> &
  Partial<Pick<PostDocument, 'history'>>;
const nobody: Naming = { memo: '', memberIds: [], introduction: null };

function namedBy({ memo, history = [], memberIds, introduction }: Naming): string[] {
  return [
    ...memberIds,
    ...(introduction ? [introduction.memberId, introduction.toMemberId] : []),
    ...[memo, ...history.map((edit) => edit.memo)].flatMap(memberIdsInLines),
  ];
}
