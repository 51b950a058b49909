import type { FastifyInstance } from 'fastify';
import type { Environment } from '../config/parse-config';
import { startErrorReports } from '../report/error-reports';
import { addTracing, startTracing } from '../tracing/tracing';

/**
 * Starts traces and error reports as configured; returns a function that stops them. Call before
 * routes are added. Without configuration, requests run no extra code.
 */
export async function observe(
  fastify: FastifyInstance,
  service: string,
  env: Environment,
): Promise<() => Promise<void>> {
  const stopReports = startErrorReports(env);
  const stopTracing = await startTracing(env);
  if (stopTracing) addTracing(fastify, service);
  return async () => {
    await Promise.all([stopReports?.(), stopTracing?.()]);
  };
}
