import type { z } from 'zod';
import type { ServiceDefinition } from '../definition';
import { ConfigError } from '../config/parse-config';
import { managementAddress, startManagement } from './management';
import { startService } from './start-service';

/** The whole of a deployable's `main.ts`: starts, and stops on SIGTERM or SIGINT. */
export async function runService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): Promise<void> {
  try {
    const running = await startService(definition);
    const management = await startManagement(
      [running],
      managementAddress(running, definition.name),
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

/** Stops once on SIGTERM or SIGINT and ends the process; a second signal ends it at once. */
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

export function reportStartFailure(name: string, error: unknown): void {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${name} did not start: ${String(text)}\n`);
}
