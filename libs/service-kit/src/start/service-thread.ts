import { parentPort, Worker } from 'node:worker_threads';
import { register } from 'prom-client';
import type { z } from 'zod';
import type { Environment } from '../config/parse-config';
import type { ServiceDefinition } from '../definition';
import type { HealthReport } from '../health/health';
import { flushLog } from '../log/logger';
import type { Metrics } from '../metrics/metrics';
import { logUnhandledRejections, startFailureText } from './run-service';
import { startService, type RunningService } from './start-service';

interface ThreadStart {
  env: Environment;
  /** 0 picks a free port. Default: `PORT`, else the service's own. */
  port?: number;
}

interface Question {
  id: number;
  what: 'start' | 'readiness' | 'metrics' | 'stop';
  options?: ThreadStart;
}

type Reply = { id: number; value: unknown } | { id: number; failure: string };

/**
 * A service in a thread of this process, for work that would otherwise wait for the other services'.
 * The file of the thread calls {@link serveThread}. It loads its code from the beginning, and starts
 * its service when it is told.
 */
export class ServiceThread {
  private readonly worker: Worker;
  private readonly pending = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  private questions = 0;
  private stopping = false;
  private ended: Error | null = null;

  /** @param onEnd the thread ended without being stopped; nothing that it served works any more */
  constructor(
    readonly name: string,
    file: string,
    onEnd: (reason: Error) => void,
  ) {
    this.worker = new Worker(file);
    this.worker.on('message', (reply: Reply) => {
      const asker = this.pending.get(reply.id);
      this.pending.delete(reply.id);
      if ('failure' in reply) asker?.reject(failureOf(reply.failure));
      else asker?.resolve(reply.value);
    });
    let reason = new Error(`the thread of ${name} ended`);
    this.worker.once('error', (error: Error) => {
      reason = error;
    });
    this.worker.once('exit', () => {
      this.ended = reason;
      for (const { reject } of this.pending.values()) reject(reason);
      this.pending.clear();
      if (!this.stopping) onEnd(reason);
    });
  }

  /** Starts the service and returns its address. The error's stack says why it did not start. */
  async start(options: ThreadStart): Promise<string> {
    return (await this.ask('start', options)) as string;
  }

  async readiness(): Promise<HealthReport> {
    return (await this.ask('readiness')) as HealthReport;
  }

  /** What the thread counted; not what concerns the whole process. */
  async metrics(): Promise<Metrics> {
    return (await this.ask('metrics')) as Metrics;
  }

  /** Stops the service, if it was started, and ends the thread. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.ended) return;
    try {
      await this.ask('stop');
    } finally {
      await this.worker.terminate();
    }
  }

  private ask(what: Question['what'], options?: ThreadStart): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      this.questions += 1;
      const question: Question = { id: this.questions, what, options };
      this.pending.set(question.id, { resolve, reject });
      this.worker.postMessage(question);
    });
  }
}

/** The body of a thread's file: starts the service, and answers the process; see {@link ServiceThread}. */
export function serveThread<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): void {
  logUnhandledRejections();
  process.on('exit', flushLog);
  let running: RunningService | null = null;
  const answerTo = async ({ what, options }: Question): Promise<unknown> => {
    switch (what) {
      case 'start':
        running = await startService(definition, options);
        return running.url;
      case 'readiness':
        return running?.readiness();
      case 'metrics':
        return (await register.getMetricsAsJSON()).filter(
          ({ name }) => !name.startsWith('process_'),
        );
      case 'stop':
        await running?.stop();
        return flushLog();
    }
  };
  parentPort?.on('message', (question: Question) => {
    const { id } = question;
    answerTo(question).then(
      (value) => parentPort?.postMessage({ id, value } satisfies Reply),
      (error: unknown) =>
        parentPort?.postMessage({ id, failure: startFailureText(error) } satisfies Reply),
    );
  });
}

/** An error whose stack is what the thread says of it: the stack of the message tells nothing. */
function failureOf(text: string): Error {
  const error = new Error(text.split('\n', 1)[0]);
  error.stack = text;
  return error;
}
