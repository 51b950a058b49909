import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { AggregatorRegistry, register } from 'prom-client';
import { metricsPortOf, type BaseConfig } from '../config/base-config';
import type { HealthReport } from '../health/health';
import type { Metrics } from '../metrics/metrics';

/** The server for operators; see {@link startManagement}. */
export interface Management {
  readonly url: string;
  /** Stops listening and closes open connections. */
  stop(): Promise<void>;
}

/** What operators are told about a service. */
export interface ManagedService {
  readonly name: string;
  /** Readiness with the result of each check. */
  readiness(): Promise<HealthReport>;
  /** What was counted in the service's own thread, if it has one. */
  metrics?(): Promise<Metrics>;
}

/**
 * Serves operators on a separate, non-public port: `GET /metrics` for Prometheus, and `GET
 * /health/ready` with the checks of each service of the process.
 */
export async function startManagement(
  services: readonly ManagedService[],
  address: { host: string; port: number },
): Promise<Management> {
  const server = createServer((request, response) => {
    void answer(services, request.url, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  new Logger('Service').log({ port }, 'serves metrics');
  const reach = ['0.0.0.0', '::'].includes(address.host) ? '127.0.0.1' : address.host;
  return {
    url: `http://${reach.includes(':') ? `[${reach}]` : reach}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The configured management address, or the default port of the service. */
export function managementAddress(
  config: Pick<BaseConfig, 'HOST' | 'METRICS_HOST' | 'METRICS_PORT'>,
  name: string,
) {
  return {
    host: config.METRICS_HOST ?? config.HOST,
    port: config.METRICS_PORT ?? metricsPortOf(name),
  };
}

async function answer(
  services: readonly ManagedService[],
  url: string | undefined,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  switch (url?.split('?', 1)[0]) {
    case '/metrics':
      response.setHeader('content-type', register.contentType).end(await metricsOf(services));
      return;
    case '/health/ready': {
      const reports = await Promise.all(
        services.map(async (service) => [service.name, await service.readiness()] as const),
      );
      const ok = reports.every(([, { status }]) => status === 'ok');
      response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
      response.end(
        JSON.stringify({
          status: ok ? 'ok' : 'not-ready',
          services: Object.fromEntries(reports),
        }),
      );
      return;
    }
    default:
      response.writeHead(404).end();
  }
}

/** The metrics of the process in Prometheus's text format, those of threads added. */
async function metricsOf(services: readonly ManagedService[]): Promise<string> {
  const threads = services.filter(({ metrics }) => metrics);
  if (threads.length === 0) return register.metrics();
  const counted = await Promise.all([
    register.getMetricsAsJSON(),
    ...threads.map((thread) => thread.metrics!()),
  ]);
  // Prometheus's client leaves out what differs between processes, such as the time of the start;
  // here it comes from the one process.
  const kept = counted.map((metrics) =>
    metrics.map((metric) =>
      metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' as const } : metric,
    ),
  );
  return AggregatorRegistry.aggregate(kept).metrics();
}
