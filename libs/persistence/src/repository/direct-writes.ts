import { hash } from 'node:crypto';
import type { EventEnvelope } from '@engawa/contracts';
import { ChangeContended, DuplicateKey } from '../persistence.errors';
import { storageKey, type SpaceDocument, type Stored } from '../schema/define-store';
import type { Filter, Update } from './query';
import { SpaceReads } from './space-reads';
import { pushEvents, requireText, visible } from './stored-document';

/** Attempts of a write that meets concurrent ones. */
export const MAX_ATTEMPTS = 12;
/** At least the number of events that can be redelivered after a crash (max_ack_pending). */
const MAX_APPLIED_MARKS = 1_000;

/** Writes that do not read the document first: counters, upserts, projections, bulk updates. */
export abstract class DirectWrites<Doc extends SpaceDocument> extends SpaceReads<Doc> {
  /**
   * One atomic update without a version check, such as a counter; null when nothing matched.
   * Increments `version` and can carry events.
   */
  protected async updateWhere(
    space: string,
    filter: Filter,
    update: Update,
    events: readonly EventEnvelope[] = [],
  ): Promise<Doc | null> {
    return this.findAndWrite(this.bound(space, filter), {
      ...update,
      $set: { updatedAt: new Date(), ...update.$set },
      $inc: { version: 1, ...update.$inc },
      ...pushEvents(update, events),
    });
  }

  /**
   * Changes a document or creates it; increments `version`. Concurrent calls share a command.
   */
  protected async upsert(space: string, id: string, update: Update): Promise<void> {
    const now = new Date();
    const filter = { _id: storageKey(requireText(space), requireText(id)), space };
    const whole = {
      ...update,
      $set: { updatedAt: now, ...update.$set },
      $inc: { version: 1, ...update.$inc },
      $setOnInsert: { id, createdAt: now, ...update.$setOnInsert },
    };
    for (let race = 1; !(await this.store.upsert(filter, whole)); race += 1) {
      // Another replica created it meanwhile.
      if (race >= MAX_ATTEMPTS) throw new ChangeContended(`${this.store.name} ${id}: not written`);
    }
  }

  /**
   * Updates documents with one command, without casting, events or new versions, each if the filter
   * matches it; returns how many it matched.
   */
  protected updateEach(
    space: string,
    filter: Filter,
    updates: readonly { id: string; update: Update }[],
  ): Promise<number> {
    return this.store.updateEachUncast(
      space,
      updates.map(({ id, update }) => ({ filter: this.bound(space, { ...filter, id }), update })),
    );
  }

  /** Updates many documents without events; returns how many changed. */
  protected async updateMany(space: string, filter: Filter, update: Update): Promise<number> {
    const result = await this.store.model.updateMany(this.bound(space, filter), update).exec();
    return result.modifiedCount;
  }

  /** Deletes documents immediately; only for documents without events. */
  protected async deleteWhere(space: string, filter: Filter): Promise<number> {
    const result = await this.store.model.deleteMany(this.bound(space, filter)).exec();
    return result.deletedCount;
  }

  /**
   * Upserts a projection of another service's entity. It moves forward in version only, so late and
   * repeated events change nothing. Deleted entities stay as rows that say so; a removed row would
   * be revived by a late event. Returns whether it was applied.
   */
  async projectUpsert(
    space: string,
    id: string,
    version: number,
    fields: Partial<Omit<Doc, keyof SpaceDocument>>,
  ): Promise<boolean> {
    const now = new Date();
    return this.store.upsert(
      { _id: storageKey(requireText(space), requireText(id)), space, version: { $lt: version } },
      {
        $set: { ...fields, version, updatedAt: now },
        $setOnInsert: { id, createdAt: now },
      },
    );
  }

  /**
   * Applies `update` once per event: the change and the event's mark are one write of one document,
   * created with `defaults` if absent. Holds for the last 1,000 events of a document. Returns
   * whether it was applied. With several marks, nothing is applied if any of them was applied
   * before.
   */
  async applyOnce(
    space: string,
    id: string,
    mark: string | readonly string[],
    update: Update,
    options: {
      defaults?: Partial<Omit<Doc, keyof SpaceDocument>>;
      events?: readonly EventEnvelope[];
    } = {},
  ): Promise<boolean> {
    const { defaults, events = [] } = options;
    const now = new Date();
    const key = storageKey(space, requireText(id));
    const shorts = [mark].flat().map(shortMark);
    const filter = { _id: key, space, applied: { $nin: shorts } };
    const whole = {
      ...update,
      $set: { updatedAt: now, ...update.$set },
      $inc: { version: 1, ...update.$inc },
      $setOnInsert: { id, createdAt: now, ...defaults },
      $push: {
        ...update.$push,
        applied: { $each: shorts, $slice: -MAX_APPLIED_MARKS },
        ...(events.length > 0 ? { pendingEvents: { $each: [...events] } } : {}),
      },
    };
    for (let race = 1; ; race += 1) {
      // Without events, nothing of the document is needed: concurrent calls share a command.
      const applied =
        events.length > 0
          ? await this.findAndUpsert(filter, whole)
          : await this.store.upsert(filter, whole);
      if (applied) return true;
      // The document exists: it has a mark, or another write created it a moment ago.
      const marked = { _id: key, space, applied: { $in: shorts } };
      if (await this.store.model.exists(marked).exec()) return false;
      if (race >= MAX_ATTEMPTS) throw new ChangeContended(`${this.store.name} ${id}: not written`);
    }
  }

  /** False when a unique key exists that the filter did not match. */
  private async findAndUpsert(filter: Record<string, unknown>, update: Update): Promise<boolean> {
    try {
      return (await this.findAndWrite(filter, update, true)) !== null;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }

  /** One write of one document, whose events are published; null when nothing matched. */
  protected async findAndWrite(
    filter: Record<string, unknown>,
    update: Update,
    upsert = false,
  ): Promise<Doc | null> {
    try {
      const written = await this.store.model
        .findOneAndUpdate(filter, update, { returnDocument: 'after', upsert })
        .select({ applied: 0 })
        .lean<Stored<Doc>>()
        .exec();
      if (!written) return null;
      this.store.enqueueEvents(written);
      return visible(written);
    } catch (error) {
      throw this.store.writeError(error);
    }
  }
}

/** A mark shortened to 12 characters, so that a thousand of them stay small. */
function shortMark(mark: string): string {
  return hash('sha256', requireText(mark), 'base64url').slice(0, 12);
}
