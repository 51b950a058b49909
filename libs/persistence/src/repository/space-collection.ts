import type { Model, mongo } from 'mongoose';
import { requireSpace } from '../tenant/tenant-plugin';

/** A stored document as the driver's types need it; other fields are not declared there. */
interface RawDocument {
  _id: string;
}

type Filter = Record<string, unknown>;

/**
 * The driver's collection, for commands that need no casting. Like mongoose's models, it throws
 * `MissingSpace` for a filter or document without a space.
 */
export class SpaceCollection {
  constructor(private readonly model: Model<never>) {}

  find<Row extends object>(filter: Filter, options: mongo.FindOptions): mongo.FindCursor<Row> {
    requireSpace('find', filter);
    return this.driver.find(filter, options) as unknown as mongo.FindCursor<Row>;
  }

  count(filter: Filter, options: mongo.CountOptions): Promise<number> {
    requireSpace('count', filter);
    // Costs half of a counting aggregation, and the driver retries it like a find.
    return this.driver.count(filter, options);
  }

  async insert(documents: readonly RawDocument[], options: { ordered: boolean }): Promise<void> {
    for (const document of documents) requireSpace('insertMany', document);
    if (documents.length === 1) await this.driver.insertOne(documents[0]!);
    else await this.driver.insertMany([...documents], options);
  }

  async updateMany(filter: Filter, update: mongo.UpdateFilter<RawDocument>): Promise<void> {
    requireSpace('updateMany', filter);
    await this.driver.updateMany(filter, update);
  }

  bulkWrite(
    operations: readonly mongo.AnyBulkWriteOperation<RawDocument>[],
  ): Promise<mongo.BulkWriteResult> {
    for (const operation of operations) {
      for (const body of Object.values(operation)) {
        requireSpace('bulkWrite', (body as { filter?: unknown }).filter);
      }
    }
    return this.driver.bulkWrite([...operations], { ordered: false });
  }

  private get driver(): mongo.Collection<RawDocument> {
    return this.model.db.db!.collection<RawDocument>(this.model.collection.name);
  }
}
