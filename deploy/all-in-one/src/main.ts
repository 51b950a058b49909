import path from 'node:path';
import {
  baseConfig,
  managementAddress,
  parseConfig,
  reportStartFailure,
  ServiceThread,
  startManagement,
  startService,
  stopOnSignal,
  surviveRejections,
  type Management,
  type RunningService,
} from '@engawa/service-kit';
import { services, type AnyService } from './services';

/** The services to run: `TARGET=timeline,search`; all by default. */
function wanted(): string[] {
  const all = [...Object.keys(services), 'gateway'];
  const target = process.env['TARGET'];
  if (!target) return all;
  const names = target.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`TARGET: no service is called ${unknown.join(', ')}`);
  return all.filter((name) => names.includes(name));
}

/**
 * The gateway has a thread of its own: what it does for each request and each live stream keeps a
 * second processor busy instead of the services waiting for it.
 */
function gatewayThread(): ServiceThread {
  return new ServiceThread('gateway', path.join(__dirname, 'worker.cjs'), (reason) => {
    process.stderr.write(`${reason.stack ?? reason.message}\n`);
    process.exit(1);
  });
}

async function main(): Promise<void> {
  const began = performance.now();
  const running: RunningService[] = [];
  let gateway: ServiceThread | null = null;
  let management: Management | null = null;
  let stopped: Promise<void> | null = null;
  // The gateway stops first, so that no request reaches a stopped service.
  const stopAll = async () => {
    await gateway?.stop();
    await Promise.all(running.map((service) => service.stop()));
    await management?.stop();
  };
  const stop = () => (stopped ??= stopAll());
  stopOnSignal(stop);
  surviveRejections();
  let name = 'engawa';
  try {
    const names = wanted();
    const behind = names.filter((each) => each !== 'gateway');
    if (names.includes('gateway')) gateway = gatewayThread();
    const env: Record<string, string | undefined> = { ...process.env };
    const started = await Promise.allSettled(
      behind.map(async (each) => {
        const definition = (await services[each]!()) as AnyService;
        const port = Number(process.env[`${each.toUpperCase()}_PORT`] ?? 0);
        // Only this process's gateway calls them, and it forwards the caller's address.
        const behindGateway = { ...env, TRUST_PROXY: 'loopback' };
        const service = await startService(definition, { env: behindGateway, port });
        running.push(service);
        env[`${each.toUpperCase()}_URL`] = service.url;
      }),
    );
    started.forEach((result, index) => {
      if (result.status === 'fulfilled') return;
      name = behind[index]!;
      throw result.reason;
    });
    const where = running.map((service) => `${service.name} ${service.url}`);
    if (gateway) {
      name = 'gateway';
      const own = process.env['GATEWAY_PORT'];
      const url = await gateway.start({ env, port: own ? Number(own) : undefined });
      where.push(`gateway ${url}`);
    }
    const config = parseConfig(baseConfig, process.env);
    management = await startManagement(
      [...running, ...(gateway ? [gateway] : [])],
      managementAddress(config, 'gateway'),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`engawa is ready after ${seconds} s: ${where.join('  ')}\n`);
  } catch (error) {
    // A signal interrupted the start, and ends the process when all has stopped.
    if (stopped) return;
    reportStartFailure(name, error);
    await stop().catch(() => undefined);
    process.exit(1);
  }
}

void main();
