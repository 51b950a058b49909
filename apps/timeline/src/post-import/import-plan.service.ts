import { Injectable } from '@nestjs/common';
import type { PostImportProblem } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { derivedId } from '@engawa/persistence';
import { LabelRepository } from '../label/label.repository';
import { DEFAULT_TIME_ZONE } from '../ranking/month.rules';
import { PostRepository } from '../post/post.repository';
import type { CsvRow } from './import-heading.rules';
import { type ImportedPost, type Lookups, lookupsOf, readRow } from './import-row.rules';

/** A row and its result. */
export interface PlannedRow {
  row: number;
  line: number;
  /** The post's id: the same for the same line of the same file. */
  id: string;
  /** The post id in the row. */
  saysId: string | null;
  result: ImportedPost | PostImportProblem[];
}

/** Resolves the rows of a file in a space. */
@Injectable()
export class ImportPlanService {
  constructor(
    private readonly directory: Directory,
    private readonly labels: LabelRepository,
    private readonly posts: PostRepository,
  ) {}

  async lookups(space: string, importer: string, now: Date): Promise<Lookups> {
    const [staffs, members, labels, found] = await Promise.all([
      this.directory.listStaffs(space),
      this.directory.listMembers(space),
      this.labels.findAll(space),
      this.directory.findSpace(space),
    ]);
    const timeZone = found?.timeZone ?? DEFAULT_TIME_ZONE;
    return lookupsOf({ staffs, members }, labels, { importer, timeZone, now });
  }

  plan(space: string, hash: string, rows: readonly CsvRow[], lookups: Lookups): PlannedRow[] {
    return rows.map((row) => ({
      row: row.row,
      line: row.line,
      id: derivedId('post-import', space, hash, String(row.line)),
      saysId: row.cells.id || null,
      result: readRow(row, lookups),
    }));
  }

  /** Existing posts of these rows, with the import that wrote each. */
  async existing(
    space: string,
    rows: readonly PlannedRow[],
  ): Promise<ReadonlyMap<string, string | null>> {
    const ids = rows.flatMap(({ id, saysId }) => (saysId ? [id, saysId] : [id]));
    const found = await this.posts.findByIds(
      space,
      ids.filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)),
    );
    return new Map(found.map((post) => [post.id, post.importKey]));
  }
}

/** Whether a row is the post it names, or one that an import of the same file wrote. */
export function isUnchanged(
  row: Pick<PlannedRow, 'id' | 'saysId'>,
  existing: ReadonlyMap<string, string | null>,
  importId: string,
): boolean {
  if (row.saysId !== null && existing.has(row.saysId) && row.saysId !== row.id) return true;
  return existing.has(row.id) && existing.get(row.id) !== importId;
}
