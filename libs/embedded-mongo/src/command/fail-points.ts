import { doc, int32, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { failedToParse, MongoError } from '../mongo-error';
import type { CommandContext } from './command-context';

/** What goes wrong with one command, as its fail point says. */
export interface Fault {
  readonly blockMilliseconds: number;
  readonly closeConnection: boolean;
  /** The error that is answered instead of running the command. */
  readonly error: MongoError | null;
  /** Added to the answer of a command that ran. */
  readonly writeConcernError: Doc | null;
  readonly errorLabels: readonly Value[] | null;
}

/** Ways in which a command may be called. */
const ALIASES: { readonly [name: string]: string } = {
  ismaster: 'isMaster',
  findandmodify: 'findAndModify',
};

/**
 * The fail point `failCommand`, by which test suites of drivers make commands fail. It exists only on a server that
 * was started with test commands.
 */
export class FailPoints {
  private data: Doc | null = null;
  /** Commands to fail from now on; Infinity for all. */
  private times = 0;
  /** Commands to let pass before. */
  private skip = 0;
  private entered = 0;

  /** @throws MongoError 9 or 128 for a fail point that is none */
  configure(context: CommandContext): Doc {
    const name = context.string('configureFailPoint');
    if (name !== 'failCommand')
      throw new MongoError(128, `FailPoint not found: ${String(name ?? '')}`);
    const mode = context.body.get('mode');
    let [times, skip] = [0, 0];
    if (mode === 'alwaysOn') times = Infinity;
    else if (isDoc(mode)) {
      const [kind, count] = mode.entries().next().value ?? ['', 0];
      if (!isNumeric(count) || toDouble(count) < 0)
        throw failedToParse(`'${kind}' option to 'mode' must be a number that is not negative`);
      if (kind === 'times') times = toDouble(count);
      else if (kind === 'skip') [times, skip] = [Infinity, toDouble(count)];
      else throw failedToParse(`'mode' must be one of times, skip, alwaysOn or off`);
    } else if (mode !== 'off') throw failedToParse(`unknown mode: ${String(mode)}`);
    const data = context.document('data') ?? null;
    const count = this.entered;
    this.data = times > 0 ? data : null;
    [this.times, this.skip, this.entered] = [times, skip, 0];
    return doc({ count: int32(count), ok: 1 });
  }

  /** What is to go wrong with the command; null for nothing. Takes one of the fail point's times. */
  take(name: string, body: Doc, application: string | null): Fault | null {
    const { data } = this;
    if (!data || name === 'configureFailPoint') return null;
    const commands = data.get('failCommands');
    const called = ALIASES[name] ?? name;
    if (
      !Array.isArray(commands) ||
      !commands.some((other) => (ALIASES[String(other)] ?? other) === called)
    )
      return null;
    const wanted = data.get('appName');
    if (wanted !== undefined && wanted !== application) return null;
    const namespace = data.get('namespace');
    if (
      namespace !== undefined &&
      namespace !== `${String(body.get('$db'))}.${String(body.get(name))}`
    )
      return null;
    if (this.skip > 0) {
      this.skip--;
      return null;
    }
    this.entered++;
    if (--this.times <= 0) this.data = null;
    return faultOf(data);
  }
}

function faultOf(data: Doc): Fault {
  const number = (field: string): number => {
    const value = data.get(field);
    return value !== undefined && isNumeric(value) ? toDouble(value) : 0;
  };
  const labels = data.get('errorLabels');
  const code = number('errorCode');
  const concern = data.get('writeConcernError');
  return {
    blockMilliseconds: data.get('blockConnection') === true ? number('blockTimeMS') : 0,
    closeConnection: data.get('closeConnection') === true,
    error: data.has('errorCode')
      ? new MongoError(code, `Failing command via 'failCommand' failpoint`)
      : null,
    writeConcernError: isDoc(concern) ? concern : null,
    errorLabels: Array.isArray(labels) ? labels : null,
  };
}

/** Errors after which a retryable write is worth a second try, as MongoDB labels them. */
const RETRYABLE = new Set([
  6, 7, 64, 89, 91, 112, 134, 189, 262, 358, 384, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * The labels of an error reply: those of the fail point, else `RetryableWriteError` for a retryable write that a
 * member of a replica set could not do now.
 */
export function errorLabels(
  fault: Fault | null,
  code: number,
  body: Doc,
  member: boolean,
): Value[] {
  if (fault?.errorLabels) return [...fault.errorLabels];
  return member && body.has('txnNumber') && RETRYABLE.has(code) ? ['RetryableWriteError'] : [];
}
