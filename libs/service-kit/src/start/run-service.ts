import { Logger } from '@nestjs/common';
import { Counter, register } from 'prom-client';
import type { z } from 'zod';
import type { ServiceDefinition } from '../definition';
import { ConfigError } from '../config/parse-config';
import { managementAddress, startManagement } from './management';
import { startService } from './start-service';

/** The body of each service's `main.ts`: starts it, and stops it on SIGTERM or SIGINT. */
export async function runService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): Promise<void> {
  logUnhandledRejections();
  try {
    const running = await startService(definition);
    const management = await startManagement(
      [running],
      managementAddress(running.config, definition.name),
    );
    stopOnSignal(async () => {
      await running.stop();
      await management.stop();
    });
  } catch (error) {
    reportStartFailure(definition.name, error);
    process.exit(1);
  }
}

/**
 * Logs and counts unhandled rejections instead of ending the process: they concern one piece of
 * work. May be called again.
 */
export function logUnhandledRejections(): void {
  // Created at the start: Prometheus sees the first rejection as an increase from 0.
  rejectionCounter();
  if (process.listeners('unhandledRejection').includes(onRejection)) return;
  process.on('unhandledRejection', onRejection);
}

function rejectionCounter(): Counter {
  const name = 'engawa_unhandled_rejections_total';
  const help = 'Rejected promises that nobody waited for';
  const counter = register.getSingleMetric(name) as Counter | undefined;
  return counter ?? new Counter({ name, help });
}

function onRejection(reason: unknown): void {
  rejectionCounter().inc();
  new Logger('Process').error({ err: reason }, 'a promise was rejected and nobody waited for it');
}

/** Stops on SIGTERM or SIGINT and ends the process; a second signal ends it immediately. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(130);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Writes the reason to standard error: without a stack for an invalid configuration. */
export function reportStartFailure(name: string, error: unknown): void {
  process.stderr.write(`${name} did not start: ${startFailureText(error)}\n`);
}

/** Why a service did not start: with the stack, except for an invalid configuration. */
export function startFailureText(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
