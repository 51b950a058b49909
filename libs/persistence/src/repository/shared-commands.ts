import type { Model } from 'mongoose';
import { translateWriteError } from '../persistence.errors';
import {
  storageKey,
  type SpaceDocument,
  type StoreDefinition,
  type Stored,
} from '../schema/define-store';
import { BatchLoader } from './batch-loader';
import { copyOf } from './copy-of';
import type { SpaceCollection } from './space-collection';
import { hidden } from './stored-document';

export interface Upsert {
  filter: Record<string, unknown>;
  update: Record<string, unknown>;
}

const DUPLICATE_KEY = 11_000;
const INSERT_BATCH_SIZE = 256;
/**
 * How long, in ms, an insert waits for as many others as shared the one before. Clients that write without
 * a pause then share each command and commit.
 */
const INSERT_GATHER_MS = 6;
/** All results are awaited: more than one batch would each cost a round trip. */
export const ONE_BATCH = 10_000;

/** Concurrent reads, inserts and upserts by key of a collection share commands. */
export class SharedCommands<Doc extends SpaceDocument> {
  readonly reads = new BatchLoader<{ space: string; key: string }, Doc | null>((calls) =>
    this.readBatch(calls),
  );
  /** In batches, so that the database writes one while the next is prepared. */
  readonly inserts = new BatchLoader<Stored<Doc>, Stored<Doc>>(
    (documents) => this.insertBatch(documents),
    { limit: INSERT_BATCH_SIZE, gatherMs: INSERT_GATHER_MS },
  );
  readonly upserts = new BatchLoader<Upsert, boolean>((calls) => this.upsertBatch(calls));

  constructor(
    private readonly definition: StoreDefinition<Doc>,
    private readonly model: Model<Stored<SpaceDocument>>,
    private readonly raw: SpaceCollection,
    /** The error of a failed write. */
    private readonly writeError: (error: unknown) => unknown,
  ) {}

  private async readBatch(calls: { space: string; key: string }[]): Promise<(Doc | null)[]> {
    const keysOf = new Map<string, Set<string>>();
    for (const { space, key } of calls) {
      keysOf.set(space, (keysOf.get(space) ?? new Set()).add(key));
    }
    const found = new Map<string, Doc>();
    await Promise.all(
      [...keysOf].map(async ([space, keys]) => {
        const [only] = keys;
        const filter = { _id: keys.size === 1 ? only : { $in: [...keys] }, space, purge: null };
        const documents = this.raw.find<Doc>(filter, {
          projection: hidden,
          ...(keys.size === 1 ? { limit: 1, singleBatch: true } : { batchSize: ONE_BATCH }),
        });
        for (const document of await documents.toArray()) {
          found.set(storageKey(document.space, document.id), document);
        }
      }),
    );
    const given = new Set<string>();
    return calls.map(({ key }) => {
      const document = found.get(key);
      if (!document) return null;
      // Every caller gets its own copy, because callers may change it.
      if (given.has(key)) return copyOf(document);
      given.add(key);
      return document;
    });
  }

  private parse(document: Stored<Doc>): Stored<Doc> | Error {
    try {
      return this.definition.parse(document);
    } catch (error) {
      return asError(error);
    }
  }

  private async insertBatch(documents: Stored<Doc>[]): Promise<(Stored<Doc> | Error)[]> {
    const answers = documents.map((document) => this.parse(document));
    const fit = answers.filter((answer): answer is Stored<Doc> => !(answer instanceof Error));
    try {
      if (fit.length > 0) await this.raw.insert(fit, { ordered: false });
    } catch (error) {
      if (fit.length === 1) throw this.writeError(error);
      const failures = failuresOf(error);
      if (!failures) throw this.writeError(error);
      for (const { index, code, message } of failures) {
        const failure = Object.assign(new Error(message), { code });
        answers[answers.indexOf(fit[index]!)] = asError(
          translateWriteError(this.definition.collection, failure),
        );
      }
    }
    return answers;
  }

  private async upsertBatch(calls: Upsert[]): Promise<(boolean | Error)[]> {
    const alone = (): Promise<(boolean | Error)[]> =>
      Promise.all(calls.map((call) => this.upsertOne(call).catch(asError)));
    if (calls.length === 1) return alone();
    const operations = calls.map((call) => ({ updateOne: { ...call, upsert: true } }));
    try {
      const result = await this.model.bulkWrite(operations, {
        ordered: false,
        throwOnValidationError: true,
      });
      return calls.map(() => result.ok === 1);
    } catch (error) {
      const failures = failuresOf(error);
      if (!failures || failures.some(({ code }) => code !== DUPLICATE_KEY)) return alone();
      const refused = new Set(failures.map(({ index }) => index));
      return calls.map((_call, index) => !refused.has(index));
    }
  }

  private async upsertOne({ filter, update }: Upsert): Promise<boolean> {
    try {
      const result = await this.model.updateOne(filter, update, { upsert: true }).exec();
      return result.modifiedCount + result.upsertedCount > 0;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false;
      throw error;
    }
  }
}

interface Failure {
  index: number;
  code: number | undefined;
  message: string;
}

/** The failures of an unordered bulk write by position; null for another kind of error. */
function failuresOf(error: unknown): Failure[] | null {
  const { name, writeErrors } = (error ?? {}) as {
    name?: string;
    writeErrors?: { index: number; code?: number; errmsg?: string } | unknown[];
  };
  if (name !== 'MongoBulkWriteError' || !writeErrors) return null;
  const failures = [writeErrors].flat() as { index: number; code?: number; errmsg?: string }[];
  if (failures.length === 0) return null;
  return failures.map(({ index, code, errmsg }) => ({ index, code, message: errmsg ?? '' }));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
