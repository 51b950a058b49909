import { type RunningService, type ServiceDefinition, startService } from '@engawa/service-kit';

/** Every service of the installation; the gateway comes last, when it knows where the others are. */
const services: Readonly<Record<string, () => Promise<ServiceDefinition>>> = {
  identity: async () => (await import('@engawa/identity')).identity as unknown as ServiceDefinition,
  members: async () => (await import('@engawa/members')).members as unknown as ServiceDefinition,
  timeline: async () => (await import('@engawa/timeline')).timeline as unknown as ServiceDefinition,
  tasks: async () => (await import('@engawa/tasks')).tasks as unknown as ServiceDefinition,
  notifications: async () =>
    (await import('@engawa/notifications')).notifications as unknown as ServiceDefinition,
  search: async () => (await import('@engawa/search')).search as unknown as ServiceDefinition,
  integrations: async () =>
    (await import('@engawa/integrations')).integrations as unknown as ServiceDefinition,
  gateway: async () => (await import('@engawa/gateway')).gateway as unknown as ServiceDefinition,
};

/**
 * Starts one Nest application for each wanted service in this process, each with its own
 * container, port, database and consumers (OPS-1). `TARGET=timeline,search` starts just those;
 * `TIMELINE_PORT` fixes a port, otherwise free ones are taken.
 */
async function startAll(
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunningService[]> {
  const wanted = (env['TARGET'] ?? 'all').split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => name !== 'all' && !(name in services));
  if (unknown.length > 0) throw new Error(`TARGET names no service: ${unknown.join(', ')}`);
  const names = Object.keys(services).filter(
    (name) => wanted.includes('all') || wanted.includes(name),
  );

  const start = async (name: string, more: Record<string, string>) => {
    const definition = await services[name]!();
    const isGateway = name === 'gateway';
    const port = env[`${name.toUpperCase()}_PORT`] ?? (isGateway ? env['PORT'] : undefined);
    return startService(definition, {
      env: { ...env, ...more, PORT: undefined },
      port: port === undefined ? (isGateway ? 4000 : 0) : Number(port),
      // Only the gateway is for others; the services are reached through it.
      host: isGateway ? env['HOST'] : '127.0.0.1',
    });
  };

  const behind = await Promise.all(
    names.filter((name) => name !== 'gateway').map((name) => start(name, {})),
  );
  if (!names.includes('gateway')) return behind;
  const urls = Object.fromEntries(
    behind.map((service) => [`${service.name.toUpperCase()}_URL`, service.url]),
  );
  return [...behind, await start('gateway', urls)];
}

async function main(): Promise<void> {
  const began = performance.now();
  const running = await startAll(process.env);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const where = running.map((service) => `${service.name} ${service.url}`).join(', ');
  console.log(`engawa: ready after ${seconds} s: ${where}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // The gateway first: nothing new comes in while the others finish.
    for (const service of running.reverse()) await service.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
