import type { FastifyInstance } from 'fastify';
import type { HealthCheck } from '../extension';

export interface HealthReport {
  status: 'ok' | 'not-ready' | 'stopping';
  checks: Record<string, 'ok' | string>;
}

const CHECK_TIMEOUT_MS = 3_000;

/** Runs all checks in parallel; one that takes too long counts as failed. */
export async function checkHealth(checks: readonly HealthCheck[]): Promise<HealthReport> {
  const results = await Promise.all(
    checks.map(async (check) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('timed out')), CHECK_TIMEOUT_MS);
      });
      try {
        const note = await Promise.race([check.check(), late]);
        return { check, result: note ?? 'ok' };
      } catch {
        // The check logs the reason itself.
        return { check, result: 'failed' };
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return {
    status: results.every(({ check, result }) => check.advisory || result !== 'failed')
      ? 'ok'
      : 'not-ready',
    checks: Object.fromEntries(results.map(({ check, result }) => [check.name, result])),
  };
}

/**
 * `GET /health/live` and `GET /health/ready`. They are public at the gateway and therefore say only
 * ready or not; details are on the management port.
 */
export function addHealthRoutes(
  fastify: FastifyInstance,
  readiness: () => Promise<HealthReport>,
): void {
  fastify.get('/health/live', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  fastify.get('/health/ready', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { status } = await readiness();
    return reply.status(status === 'ok' ? 200 : 503).send({ status });
  });
}
