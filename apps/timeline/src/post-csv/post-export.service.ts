import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { DEFAULT_TIME_ZONE, type DownloadPostsQuery, type Locale } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { Directory } from '@engawa/directory';
import { newId } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import { LabelRepository } from '../label/label.repository';
import { PeopleService } from '../directory-cache/people.service';
import { memberIdsOf } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { monthOf } from '../ranking/month.rules';
import { csvCells, csvHeading } from './post-csv.mapper';
import { PostExportRepository } from './post-export.repository';

/** Posts per read, which bounds memory. */
const BATCH_SIZE = 500;
const BOM = '\ufeff';

/** Exports posts as CSV that spreadsheets open directly (TML-9). */
@Injectable()
export class PostExportService {
  constructor(
    private readonly posts: PostRepository,
    private readonly labels: LabelRepository,
    private readonly people: PeopleService,
    private readonly directory: Directory,
    private readonly exports: PostExportRepository,
  ) {}

  /** Streams posts whose talk was in [from, to), oldest first, in constant memory. */
  async download(
    staff: CurrentStaff,
    query: DownloadPostsQuery,
    locale: Locale,
  ): Promise<StreamableFile> {
    const { space } = staff;
    const timeZone = (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
    // The first batch is read before the response starts, so that a failure is still an error
    // answer.
    const lines = this.lines(staff, query, locale, timeZone);
    const first = await lines.next();
    const rest = async function* () {
      if (!first.done) yield first.value;
      yield* lines;
    };
    const name = `posts-${space}-${monthOf(new Date(), timeZone)}.csv`;
    await this.note(staff, query, name);
    return new StreamableFile(Readable.from(rest(), { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }

  /** Writes the audit event before the first line is sent. */
  private async note(staff: CurrentStaff, query: DownloadPostsQuery, name: string): Promise<void> {
    const id = newId();
    const audit = auditEvent(staff, {
      action: 'timeline.posts.exported',
      target: { type: 'export', id, name },
      changes: (['from', 'to'] as const).flatMap((field) =>
        query[field] === undefined ? [] : [{ field, before: null, after: query[field] }],
      ),
    });
    await this.exports.insert(staff.space, { id, startedBy: staff.staffId }, [audit]);
  }

  private async *lines(
    { space, scopes }: CurrentStaff,
    filter: DownloadPostsQuery,
    locale: Locale,
    timeZone: string,
  ): AsyncGenerator<string> {
    const labels = new Map(
      (await this.labels.findAll(space)).map((label) => [label.id, label] as const),
    );
    let heading = `${BOM}${csvLine(csvHeading(locale))}`;
    let cursor: string | undefined;
    do {
      const page = await this.posts.findFeedPage(space, filter, {
        cursor,
        limit: BATCH_SIZE,
        order: 'oldest',
      });
      const people = await this.people.read(space, {
        staffIds: page.items.flatMap((post) => [
          post.ownerId,
          ...(post.mirror?.assignUserId.value ? [post.mirror.assignUserId.value] : []),
        ]),
        memberIds: page.items.flatMap(memberIdsOf),
      });
      const context = { people, labels, timeZone, withEmails: !scopes };
      const rows = page.items.map((post) => csvLine(csvCells(post, context)));
      yield heading + rows.join('');
      heading = '';
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
