import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  type JetStreamManager,
  nanos,
  ReplayPolicy,
} from 'nats';

/**
 * Most messages that are given out, and most events that are begun, before they are acknowledged;
 * so many can come again after a crash. The marks of `applyOnce` in libs/persistence reach as far.
 */
export const MAX_IN_HAND = 1_000;
/** Without a sign of life for this long, an event in hand is given out again. */
export const ACK_WAIT_MS = 30_000;

/**
 * A service's durable consumer of a stream: `tasks`, or `tasks-2`, `tasks-3` … after rewinds. Call
 * it with the lease in hand, before reading.
 *
 * What an earlier holder left unacknowledged must come again at once and before anything newer;
 * the server alone would give it out only after the acknowledgement time, behind newer events. So
 * a successor that begins at the first unacknowledged event is made, and only then the old one
 * removed: a crash in between loses no position.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  service: string,
  subjects: readonly string[],
): Promise<ConsumerInfo> {
  const all = await consumersOf(manager, stream, service);
  const current = all.pop();
  for (const { info } of all) await manager.consumers.delete(stream, info.name);
  const filter = filterOf(subjects);
  if (!current) {
    return manager.consumers.add(stream, {
      ...common,
      ...filter,
      durable_name: service,
      deliver_policy: DeliverPolicy.All,
    });
  }
  if (current.info.num_ack_pending > 0) {
    const successor = await manager.consumers.add(stream, {
      ...common,
      ...filter,
      durable_name: `${service}-${current.generation + 1}`,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: current.info.ack_floor.stream_seq + 1,
    });
    await manager.consumers.delete(stream, current.info.name);
    return successor;
  }
  if (sameFilter(current.info.config, subjects)) return current.info;
  // The place in the stream is kept; older events of a newly wanted name are not given out.
  return manager.consumers.update(stream, current.info.name, filter);
}

const common = {
  ack_policy: AckPolicy.Explicit,
  replay_policy: ReplayPolicy.Instant,
  ack_wait: nanos(ACK_WAIT_MS),
  max_deliver: -1,
  max_ack_pending: MAX_IN_HAND,
} satisfies Partial<ConsumerConfig>;

/** The service's consumers, the one in force last. */
async function consumersOf(
  manager: JetStreamManager,
  stream: string,
  service: string,
): Promise<{ generation: number; info: ConsumerInfo }[]> {
  const form = new RegExp(`^${service}(?:-(\\d+))?$`);
  const found: { generation: number; info: ConsumerInfo }[] = [];
  for await (const info of manager.consumers.list(stream)) {
    const match = form.exec(info.name);
    if (match) found.push({ generation: Number(match[1] ?? 1), info });
  }
  return found.sort((a, b) => a.generation - b.generation);
}

/** One filter has a field of its own; servers before 2.10 know only that. */
function filterOf(subjects: readonly string[]): Partial<ConsumerConfig> {
  return subjects.length === 1
    ? { filter_subject: subjects[0]!, filter_subjects: undefined }
    : { filter_subject: undefined, filter_subjects: [...subjects].sort() };
}

function sameFilter(config: Partial<ConsumerConfig>, subjects: readonly string[]): boolean {
  const { filter_subject, filter_subjects } = config;
  const present = filter_subjects ?? (filter_subject ? [filter_subject] : []);
  return [...present].sort().join() === [...subjects].sort().join();
}
