import { compile } from '@fastify/proxy-addr';
import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** Default ports of separately started services. */
export const servicePorts: Readonly<Record<string, number>> = {
  gateway: 4000,
  identity: 4001,
  members: 4002,
  timeline: 4003,
  tasks: 4004,
  notifications: 4005,
  search: 4006,
  integrations: 4007,
};

/** Metrics port of a separately started service: 9400 for the gateway, and so on. */
export function metricsPortOf(service: string): number {
  return (servicePorts[service] ?? 4000) + 5_400;
}

const trustProxy = z
  .string()
  .transform((text, context) => {
    if (text === 'true' || text === 'false') return text === 'true';
    const proxies = text.split(',').map((part) => part.trim());
    try {
      // What Fastify does with them.
      compile(proxies);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not a list of addresses and networks' });
      return z.NEVER;
    }
    return proxies;
  })
  .default(false);

/** Environment of every service. */
export const baseConfig = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Metrics and detailed readiness; never public. 0 picks a free port. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Default: HOST. */
  METRICS_HOST: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /**
   * Proxies whose `X-Forwarded-For` is trusted. Anyone can send that header, so none by default.
   */
  TRUST_PROXY: trustProxy,
  /** Largest JSON body in bytes. */
  BODY_LIMIT: z.coerce.number().int().min(1024).default(MEBIBYTE),
  /**
   * How long kept-alive connections stay open when the service stops, in ms. Each answer on one
   * tells its client not to use it again.
   */
  STOP_LINGER: z.coerce.number().int().min(0).default(0),
  /** How long running requests may continue after that, in ms. */
  STOP_TIMEOUT: z.coerce.number().int().min(0).default(5_000),
});
export type BaseConfig = z.infer<typeof baseConfig>;
