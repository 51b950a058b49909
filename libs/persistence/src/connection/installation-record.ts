import { hkdfSync } from 'node:crypto';
import { ConfigError } from '@engawa/service-kit';
import type { Connection, mongo } from 'mongoose';
import { DuplicateKey, translateWriteError } from '../persistence.errors';
import { openSample, sealAgain, type StoredSecrets } from './stored-secrets';

/**
 * Format of what this version stores. Raised by a change that the version before it could not read;
 * a service does not start on a database of a higher format (decision 0047).
 */
export const DATA_FORMAT = 1;

const COLLECTION = 'installation';
const FORMAT = 'data-format';
const KEY = 'secret-key';

interface InstallationRecord {
  _id: typeof FORMAT | typeof KEY | `done/${string}`;
  format?: number;
  doneAt?: Date;
  /** Derived from the secret key, which cannot be computed from it; base64. */
  fingerprint?: string;
}

/** How a service checks that it has the key with which its stored secrets were encrypted. */
export interface SecretKeyCheck {
  /** `ENGAWA_SECRET_KEY`. */
  readonly key: string;
  /** `ENGAWA_SECRET_KEY_FORMER`: what it encrypted is encrypted with `key` now. */
  readonly former?: string | undefined;
  /** The former key is lost: the record of it is replaced. */
  readonly replaced: boolean;
  readonly secrets: StoredSecrets;
}

/**
 * Records the data format of this version. Throws `ConfigError` if a newer version raised it.
 */
export async function checkDataFormat(connection: Connection, format = DATA_FORMAT): Promise<void> {
  const { format: stored = format } = await upsert(connection, FORMAT, { $max: { format } });
  if (stored <= format) return;
  throw new ConfigError([
    `MONGODB_URI: the database ${connection.name} holds data of a newer version ` +
      `(format ${stored}; this version reads up to ${format})`,
  ]);
}

/**
 * Records which secret key the database belongs to, after encrypting what is stored again if the
 * recorded one is the former. Throws `ConfigError` for another key than the recorded one.
 */
export async function checkSecretKey(connection: Connection, check: SecretKeyCheck): Promise<void> {
  const { key, former, secrets } = check;
  const fingerprint = fingerprintOf(key);
  const records = connection.collection<InstallationRecord>(COLLECTION);
  if (check.replaced) {
    await upsert(connection, KEY, { $set: { fingerprint } });
    return;
  }
  const known = await records.findOne({ _id: KEY });
  if (former && known?.fingerprint === fingerprintOf(former)) {
    await sealAgain(connection, secrets, { former, key });
    await upsert(connection, KEY, { $set: { fingerprint } });
    return;
  }
  // Only without a record; otherwise nothing is decrypted without need.
  if (!known) await openSample(connection, secrets, key).catch(refuseKey);
  const recorded = known ?? (await upsert(connection, KEY, { $setOnInsert: { fingerprint } }));
  if (recorded.fingerprint !== fingerprint) refuseKey();
}

/**
 * Runs work that stored data need once after an update, unless it has ended before. It resolves to false
 * when it ended early. Replicas may run it at the same time.
 */
export async function runOnce(
  connection: Connection,
  name: string,
  work: () => Promise<boolean>,
): Promise<void> {
  const _id = `done/${name}` as const;
  if (await connection.collection<InstallationRecord>(COLLECTION).findOne({ _id })) return;
  if (await work()) await upsert(connection, _id, { $set: { doneAt: new Date() } });
}

function refuseKey(): never {
  throw new ConfigError([
    'ENGAWA_SECRET_KEY: is not the key that the stored secrets were encrypted with ' +
      '(name that one in ENGAWA_SECRET_KEY_FORMER; if it is lost, see ENGAWA_SECRET_KEY_REPLACED)',
  ]);
}

function fingerprintOf(key: string): string {
  const secret = Buffer.from(key, 'base64');
  return Buffer.from(hkdfSync('sha256', secret, '', 'engawa fingerprint', 16)).toString('base64');
}

/** Replicas that start at the same time may insert the same record: the second one updates it. */
async function upsert(
  connection: Connection,
  _id: InstallationRecord['_id'],
  update: mongo.UpdateFilter<InstallationRecord>,
): Promise<InstallationRecord> {
  const records = connection.collection<InstallationRecord>(COLLECTION);
  const write = () =>
    records.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after' });
  const written = await write().catch((error: unknown) => {
    if (!(translateWriteError(COLLECTION, error) instanceof DuplicateKey)) throw error;
    return write();
  });
  return written!;
}
