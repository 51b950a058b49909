import {
  managementAddress,
  reportStartFailure,
  startManagement,
  startService,
  stopOnSignal,
  type Management,
  surviveRejections,
  type RunningService,
} from '@engawa/service-kit';
import { gateway, services, type AnyService } from './services';

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

async function main(): Promise<void> {
  const began = performance.now();
  const running: RunningService[] = [];
  let management: Management | null = null;
  // The gateway stops first, so that no request reaches a stopped service.
  const stop = async () => {
    const metrics = management;
    const [last, ...others] = running.splice(0).reverse();
    await last?.stop();
    await Promise.all(others.map((service) => service.stop()));
    await metrics?.stop();
  };
  stopOnSignal(stop);
  surviveRejections();
  let name = 'engawa';
  try {
    const names = wanted();
    const behind = names.filter((each) => each !== 'gateway');
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
    if (names.includes('gateway')) {
      name = 'gateway';
      const definition = (await gateway()) as unknown as AnyService;
      const own = process.env['GATEWAY_PORT'];
      running.push(await startService(definition, { env, port: own ? Number(own) : undefined }));
    }
    const all = [...running];
    management = await startManagement(all, managementAddress(all[0]!, 'gateway'));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const where = running.map((service) => `${service.name} ${service.url}`).join('  ');
    process.stdout.write(`engawa is ready after ${seconds} s: ${where}\n`);
  } catch (error) {
    reportStartFailure(name, error);
    await stop().catch(() => undefined);
    process.exit(1);
  }
}

void main();
