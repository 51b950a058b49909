import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  DEFAULT_TIME_ZONE,
  emptyContent,
  events,
  POST_IMPORT_KEPT_DAYS,
  POST_IMPORT_MAX_ROWS,
  postCsvColumns,
  postCsvErrorHeading,
  postImport,
  postImportReasons,
  type Locale,
  type PostCsvColumn,
  type PostImportRow,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { newEvent } from '@engawa/events';
import {
  problemsText,
  type ImportDefinition,
  type ImportHeading,
  type ImportSession,
} from '@engawa/imports';
import { derivedId } from '@engawa/persistence';
import { currentContext } from '@engawa/service-kit';
import { restoredMirror } from '../content/content.rules';
import { LabelRepository } from '../label/label.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { newPost, type IsIssue } from '../post/post.rules';
import type { PostDocument } from '../post/post.schema';
import {
  lookupsOf,
  readHeading,
  readRow,
  type ImportedPost,
  type ReadRow,
} from './import-row.rules';
import { CHUNK_ROWS, STEP_ROWS, type ImportDocument } from './import.schema';

/** A judged row; `post` is still to be written. */
interface JudgedPost extends PostImportRow {
  verdict: keyof ImportDocument['counts'];
  /** `isTaken`: a deleted post has the id. */
  post: (ImportedPost & { id: string; isTaken: boolean }) | null;
}

/**
 * Imports of posts (TML-9, like MBR-4). A post's id is derived from file and line, so that a resumed
 * import finds the posts already written.
 */
@Injectable()
export class PostImports implements ImportDefinition<ImportDocument, JudgedPost, PostImportRow> {
  readonly service = 'timeline';
  readonly contract = postImport;
  readonly name = 'PostImport';
  readonly chunkRows = CHUNK_ROWS;
  readonly stepRows = STEP_ROWS;
  readonly maxRows = POST_IMPORT_MAX_ROWS;
  readonly keptDays = POST_IMPORT_KEPT_DAYS;
  readonly noCounts = { add: 0, unchanged: 0, refused: 0 };
  readonly reasonHeading = postCsvErrorHeading;

  constructor(
    private readonly posts: PostRepository,
    private readonly labels: LabelRepository,
    private readonly directory: Directory,
  ) {}

  readHeading(_space: string, headings: readonly string[]): ImportHeading {
    const heading = readHeading(headings);
    const locale = currentContext()?.locale ?? 'ja';
    return { ...heading, missing: heading.missing.map((column) => postCsvColumns[column][locale]) };
  }

  async open(job: ImportDocument): Promise<ImportSession<JudgedPost, PostImportRow>> {
    const lookups = await this.lookupsFor(job);
    return {
      judge: (records) => {
        const rows = records.map((record) => readRow(record, job.columns, lookups));
        return this.judge(rows, job);
      },
      apply: async (judged) => {
        const posts = judged.flatMap(({ post }) => post ?? []);
        const taken = posts.filter(({ isTaken }) => isTaken);
        const added = posts.filter(({ isTaken }) => !isTaken);
        await this.insert(added, job, lookups.isIssue);
        await Promise.all(taken.map(({ id }) => this.restore(id, job)));
        return judged;
      },
    };
  }

  /** Only rejected rows are stored. */
  storedRow({ verdict, row, line, problems }: JudgedPost): PostImportRow | null {
    return verdict === 'refused' ? { row, line, problems } : null;
  }

  reasonOf({ problems }: PostImportRow, locale: Locale): string {
    const headingOf = (column: string) =>
      postCsvColumns[column as PostCsvColumn]?.[locale] ?? column;
    return problemsText(problems, postImportReasons, locale, headingOf);
  }

  /** The only event of an import that webhooks get (INT-3). */
  endEvent({ space, id, counts }: ImportDocument, actor: string) {
    if (counts.add === 0) return null;
    return newEvent(events.postsImported, {
      space,
      actor,
      aggregate: { type: 'postImport', id },
      version: 1,
      data: { importId: id, added: counts.add },
    });
  }

  private async lookupsFor({ space, startedBy, createdAt }: ImportDocument) {
    const [authors, members, labels, found] = await Promise.all([
      this.directory.listAuthors(space),
      this.directory.listMembers(space),
      this.labels.findAll(space),
      this.directory.findSpace(space),
    ]);
    const timeZone = found?.timeZone ?? DEFAULT_TIME_ZONE;
    const context = { importer: startedBy, timeZone, now: createdAt };
    return lookupsOf({ authors, members }, labels, context);
  }

  private async judge(
    rows: readonly ReadRow[],
    { space, hash, id: importId }: ImportDocument,
  ): Promise<JudgedPost[]> {
    const ids = rows.map(({ line }) => derivedId('post-import', space, hash, String(line)));
    const named = rows.flatMap(({ namedId }) => namedId || []);
    const found = await this.posts.findByIds(
      space,
      [...ids, ...named].filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)),
    );
    const existing = new Map(found.map((post) => [post.id, post]));
    // A row whose post was deleted since is added again.
    const isLive = (id: string | undefined) => existing.get(id ?? '')?.deleted === false;
    return rows.map(({ namedId, post, ...row }, index) => {
      const id = ids[index]!;
      if (!post) return { ...row, verdict: 'refused', post };
      const isWritten = existing.get(id)?.importKey === importId;
      // The post that the row names, or one that an earlier import of the same file wrote.
      if (isLive(namedId) || (isLive(id) && !isWritten)) {
        return { ...row, verdict: 'unchanged', post: null };
      }
      if (isWritten) return { ...row, verdict: 'add', post: null };
      return { ...row, verdict: 'add', post: { ...post, id, isTaken: existing.has(id) } };
    });
  }

  /** Prepares one chunk in each turn of the event loop, and waits once until all are written. */
  private async insert(
    posts: readonly (ImportedPost & { id: string })[],
    job: ImportDocument,
    isIssue: IsIssue,
  ): Promise<void> {
    const { space, startedBy } = job;
    const chunks = Math.ceil(posts.length / CHUNK_ROWS);
    const writes = Array.from({ length: chunks }, async (_, index) => {
      for (let turn = 0; turn < index; turn += 1) await endOfTurn();
      const chunk = posts.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS);
      const documents = chunk.map((post) => documentOf(post, job, isIssue));
      await this.posts.insertBare(space, documents, (document) => {
        const created = { ...document, space, version: 1, updatedAt: document.createdAt };
        return [postEvent('postCreated', created as PostDocument, startedBy, { imported: true })];
      });
    });
    await Promise.all(writes);
  }

  /**
   * Brings back the post of a row that was deleted since an earlier import, as it was. The id is
   * taken until the deleted post is removed. One that this import wrote stays as it is.
   */
  private async restore(id: string, { space, startedBy, id: importKey }: ImportDocument) {
    await this.posts.change(space, id, (post, { version, at }) => {
      if (!post.deleted || post.importKey === importKey) return null;
      const set = { deleted: false, importKey, mirror: restoredMirror(post.mirror, at) };
      const restored = { ...post, ...set, version };
      const options = { before: post, imported: true };
      return {
        set,
        unset: ['deletedAt'],
        events: [postEvent('postUpdated', restored, startedBy, options)],
      };
    });
  }
}

function documentOf(
  { id, ownerId, talkedAt, ...content }: ImportedPost & { id: string },
  job: ImportDocument,
  isIssue: IsIssue,
) {
  const input = { ...emptyContent, ...content, talkedAt: talkedAt.toISOString() };
  // An old talk keeps its old creation time, so that it does not count as new.
  const createdAt = talkedAt < job.createdAt ? talkedAt : job.createdAt;
  return { ...newPost(id, ownerId, input, isIssue, createdAt), importKey: job.id };
}
