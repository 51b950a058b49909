import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { newStopping, runForever } from '@engawa/events';
import type { Consumer, ConsumerRunConfig, Kafka } from 'kafkajs';

export interface SupervisedConsumerOptions {
  groupId: string;
  topics: readonly string[];
  /** Start of a group without a position. */
  fromBeginning: boolean;
  run: ConsumerRunConfig;
  /** Creates the topics if needed. */
  ensureTopics(topics: readonly string[]): Promise<void>;
  onCrash?: () => void;
  /** Called when it becomes or stops being a member of its group. */
  onMembership?: (member: boolean) => void;
  /** Number of events before the end of a partition. */
  onLag?: (topic: string, partition: number, lag: number) => void;
}

/** A silent member is replaced after this time. */
const SILENT_MS = 45_000;
const LOOK_MS = 1_000;

/**
 * A kafkajs consumer that is recreated whenever it ends: after a crash, after its removal from the
 * group, and when it is silent. kafkajs restarts itself only after some of these.
 */
export class SupervisedConsumer {
  private readonly logger = new Logger('Events');
  private readonly stopping = newStopping();
  private running: Promise<void> | null = null;
  private joined: () => void = () => undefined;
  private outSince: number | null = Date.now();
  /** Resolves when it first becomes a member of its group, or stops. */
  readonly ready = new Promise<void>((resolve) => (this.joined = resolve));

  constructor(
    private readonly kafka: Kafka,
    private readonly options: SupervisedConsumerOptions,
  ) {}

  /** Time without membership in ms. */
  get absence(): number {
    return this.outSince === null ? 0 : Date.now() - this.outSince;
  }

  /** Joins the group in the background, and again whenever the consumer ends. */
  start(): void {
    const what = `${this.options.groupId} cannot read yet`;
    this.running = runForever(what, () => this.runOnce(), this.stopping.signal);
  }

  /** Leaves the group after the running batch. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.joined();
    await this.running;
  }

  /** Runs until the consumer ends for any reason; throws when it could not start. */
  private async runOnce(): Promise<void> {
    const { groupId } = this.options;
    const consumer = this.kafka.consumer({
      groupId,
      sessionTimeout: 10_000,
      maxWaitTimeInMs: 100,
      retry: { retries: 5, maxRetryTime: 2_000, restartOnFailure: async () => false },
    });
    try {
      await this.superviseUntilEnd(consumer);
    } finally {
      this.setMember(false);
      await consumer.disconnect().catch(() => undefined);
    }
  }

  private async superviseUntilEnd(consumer: Consumer): Promise<void> {
    const { groupId, topics, fromBeginning, run } = this.options;
    const { signal } = this.stopping;
    let ended = false;
    let alive = Date.now();
    const { events } = consumer;
    consumer.on(events.CRASH, ({ payload }) => {
      ended = true;
      this.options.onCrash?.();
      this.logger.warn(`${groupId} crashed and is made again: ${payload.error?.message}`);
    });
    for (const end of [events.STOP, events.DISCONNECT]) consumer.on(end, () => (ended = true));
    for (const sign of [events.HEARTBEAT, events.FETCH]) {
      consumer.on(sign, () => (alive = Date.now()));
    }
    consumer.on(events.GROUP_JOIN, () => this.setMember(true));
    consumer.on(events.END_BATCH_PROCESS, ({ payload }) => {
      const { topic, partition, offsetLag } = payload;
      this.options.onLag?.(topic, partition, Number(offsetLag));
    });
    await this.options.ensureTopics(topics);
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning });
    await consumer.run(run);
    while (!ended && !signal.aborted && Date.now() - alive < SILENT_MS) {
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private setMember(member: boolean): void {
    if (member) {
      this.outSince = null;
      this.joined();
    } else {
      this.outSince ??= Date.now();
    }
    this.options.onMembership?.(member);
  }
}
