import type { FastifyInstance } from 'fastify';
import type { Environment } from '../config/parse-config';
import { startErrorReports } from '../report/error-reports';
import { addTracing, startTracing } from '../tracing/tracing';

/**
 * Begins to send traces and errors where the environment says where to; answers what ends it. Has to
 * be called before routes are added. Where nothing is set, requests pass nothing more.
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
