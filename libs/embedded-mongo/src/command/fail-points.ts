import {
  doc,
  failedToParse,
  int32,
  isDoc,
  isNumeric,
  keyText,
  MongoError,
  toDouble,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import type { CommandContext } from './command-context';

/** What goes wrong with one command, as its fail point says. */
export interface Fault {
  readonly blockMilliseconds: number;
  readonly closeConnection: boolean;
  /** Whether the connection is closed only after the command has run. */
  readonly closeAfter: boolean;
  /** The error that is answered instead of running the command. */
  readonly error: MongoError | null;
  /** Added to the answer of a command that ran. */
  readonly writeConcernError: Doc | null;
  readonly errorLabels: readonly Value[] | null;
}

const NO_FAULT: Fault = {
  blockMilliseconds: 0,
  closeConnection: false,
  closeAfter: false,
  error: null,
  writeConcernError: null,
  errorLabels: null,
};

/** Ways in which a command may be called. */
const ALIASES: { readonly [name: string]: string } = {
  ismaster: 'isMaster',
  findandmodify: 'findAndModify',
};

/**
 * The fail points by which test suites of drivers make things fail: `failCommand` for any command,
 * `onPrimaryTransactionalWrite` for retryable writes, `maxTimeAlwaysTimeOut` for what has a time limit. They exist only on a server started with test commands.
 */
export class FailPoints {
  private readonly points: readonly FailPoint[] = [
    new FailPoint('failCommand', commandFault),
    new FailPoint('onPrimaryTransactionalWrite', retryableWriteFault),
    new FailPoint('maxTimeAlwaysTimeOut', timeLimitFault),
  ];

  /** @throws MongoError 9 or 128 for a fail point that is none */
  configure(context: CommandContext): Doc {
    const name = context.string('configureFailPoint');
    const point = this.points.find((candidate) => candidate.name === name);
    if (!point) throw new MongoError(128, `FailPoint not found: ${String(name ?? '')}`);
    return point.configure(context);
  }

  /** For work that goes on under a time limit given before. @throws MongoError 50 */
  assertTimeLeft(): void {
    const limited = new Map<string, Value>([['maxTimeMS', int32(1)]]);
    const point = this.points.find(({ name }) => name === 'maxTimeAlwaysTimeOut');
    const fault = point?.take('getMore', limited, null);
    if (fault?.error) throw fault.error;
  }

  /** What is to go wrong with the command; null for nothing. Takes one of a fail point's times. */
  take(name: string, body: Doc, application: string | null, statements: number): Fault | null {
    if (name === 'configureFailPoint') return null;
    for (const point of this.points) {
      // Retryable writes are counted by their statements.
      const count = point.name === 'onPrimaryTransactionalWrite' ? statements : 1;
      const fault = point.take(name, body, application, count);
      if (fault) return fault;
    }
    return null;
  }
}

/** What the data of a fail point say about a command; null when they do not mean it. */
type Decide = (data: Doc, name: string, body: Doc, application: string | null) => Fault | null;

class FailPoint {
  private data: Doc | null = null;
  /** Commands to fail from now on; Infinity for all. */
  private times = 0;
  /** Commands to let pass before. */
  private skip = 0;
  private entered = 0;
  /** The write that was last done and cut off before it was answered. */
  private done = '';

  constructor(
    readonly name: string,
    private readonly decide: Decide,
  ) {}

  /** @throws MongoError 9 for a mode that is none */
  configure(context: CommandContext): Doc {
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
    const data = context.document('data') ?? new Map();
    const count = this.entered;
    this.data = times > 0 ? data : null;
    [this.times, this.skip, this.entered] = [times, skip, 0];
    return doc({ count: int32(count), ok: 1 });
  }

  take(name: string, body: Doc, application: string | null, statements = 1): Fault | null {
    const fault = this.data && this.decide(this.data, name, body, application);
    if (!fault) return null;
    const write = fault.closeAfter
      ? `${keyText(body.get('lsid')!)} ${String(body.get('txnNumber'))}`
      : '';
    // A write that was done before it was cut off is not done again, so it does not come by here again.
    if (write !== '' && write === this.done) return null;
    if (this.skip >= statements) {
      this.skip -= statements;
      return null;
    }
    this.skip = 0;
    this.done = write;
    this.entered++;
    if (--this.times <= 0) this.data = null;
    return fault;
  }
}

function numberIn(data: Doc, field: string): number {
  const value = data.get(field);
  return value !== undefined && isNumeric(value) ? toDouble(value) : 0;
}

const commandFault: Decide = (data, name, body, application) => {
  const commands = data.get('failCommands');
  const called = ALIASES[name] ?? name;
  const isMeant = (other: Value): boolean => (ALIASES[String(other)] ?? other) === called;
  if (!Array.isArray(commands) || !commands.some(isMeant)) return null;
  const wanted = data.get('appName');
  if (wanted !== undefined && wanted !== application) return null;
  const namespace = data.get('namespace');
  if (
    namespace !== undefined &&
    namespace !== `${String(body.get('$db'))}.${String(body.get(name))}`
  )
    return null;
  const labels = data.get('errorLabels');
  const concern = data.get('writeConcernError');
  return {
    ...NO_FAULT,
    blockMilliseconds: data.get('blockConnection') === true ? numberIn(data, 'blockTimeMS') : 0,
    closeConnection: data.get('closeConnection') === true,
    error: data.has('errorCode')
      ? new MongoError(numberIn(data, 'errorCode'), `Failing command via 'failCommand' failpoint`)
      : null,
    writeConcernError: isDoc(concern) ? concern : null,
    errorLabels: Array.isArray(labels) ? labels : null,
  };
};

const timeLimitFault: Decide = (_data, _name, body) =>
  numberIn(body, 'maxTimeMS') > 0
    ? { ...NO_FAULT, error: new MongoError(50, 'operation exceeded time limit') }
    : null;

const retryableWriteFault: Decide = (data, _name, body) => {
  if (!body.has('txnNumber')) return null;
  const closes = data.get('closeConnection') !== false;
  const fails = data.has('failBeforeCommitExceptionCode');
  return {
    ...NO_FAULT,
    closeConnection: closes && fails,
    closeAfter: closes && !fails,
    error: fails
      ? new MongoError(
          numberIn(data, 'failBeforeCommitExceptionCode'),
          'Failing write via fail point',
        )
      : null,
  };
};
