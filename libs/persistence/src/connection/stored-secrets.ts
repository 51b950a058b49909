import type { Connection, mongo } from 'mongoose';

/** Encrypts and decrypts texts with one key. */
interface SecretsBox {
  seal(owner: string, text: string): string;
  /** Null for a text of another key or owner. */
  openStored(owner: string, sealed: string): string | null;
}

type Row = { id: string; space: string } & Record<string, unknown>;

/** A field whose text is encrypted. */
export interface SealedField {
  readonly collection: string;
  /** Dotted path. */
  readonly field: string;
  /** Documents in which it is encrypted; default: all. */
  readonly where?: Record<string, unknown>;
  /** The owner that the text is bound to. */
  ownerOf(document: Pick<Row, 'id' | 'space'>): string;
}

/** What a service stores encrypted. */
export interface StoredSecrets {
  readonly fields: readonly SealedField[];
  /** `key`: `ENGAWA_SECRET_KEY`. */
  boxOf(key: string): SecretsBox;
}

/** Decrypts the first text that is stored in any of the fields. Throws for another key. */
export async function openSample(
  connection: Connection,
  { fields, boxOf }: StoredSecrets,
  key: string,
): Promise<void> {
  for (const each of fields) {
    const row = await collectionOf(connection, each).findOne(filterOf(each));
    if (!row) continue;
    if (boxOf(key).openStored(each.ownerOf(row), textOf(row, each.field)) !== null) return;
    throw new Error(`${each.field} is encrypted with another key`);
  }
}

/**
 * Encrypts with `key` what was encrypted with `former`. Repeated after a crash, it goes on; what neither
 * key decrypts stays as it is.
 */
export async function sealAgain(
  connection: Connection,
  { fields, boxOf }: StoredSecrets,
  { former, key }: { former: string; key: string },
): Promise<void> {
  const [before, now] = [boxOf(former), boxOf(key)];
  for (const each of fields) {
    const rows = collectionOf(connection, each);
    for await (const row of rows.find(filterOf(each))) {
      const owner = each.ownerOf(row);
      const sealed = textOf(row, each.field);
      if (now.openStored(owner, sealed) !== null) continue;
      const text = before.openStored(owner, sealed);
      if (text === null) continue;
      // Another replica may have done it in between.
      const unchanged = { _id: row._id, [each.field]: sealed } as mongo.Filter<Row>;
      const update = { $set: { [each.field]: now.seal(owner, text) } } as mongo.UpdateFilter<Row>;
      await rows.updateOne(unchanged, update);
    }
  }
}

function collectionOf(connection: Connection, { collection }: SealedField) {
  return connection.collection<Row>(collection);
}

/** Texts that are no longer needed are emptied. */
function filterOf({ field, where }: SealedField): mongo.Filter<Row> {
  return { ...where, [field]: { $nin: [null, ''] } } as mongo.Filter<Row>;
}

function textOf(row: Row, field: string): string {
  return field.split('.').reduce<unknown>((value, name) => (value as Row)[name], row) as string;
}
