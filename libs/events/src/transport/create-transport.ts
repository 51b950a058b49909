import { type Environment, parseConfig } from '@engawa/service-kit';
import { eventsConfig } from '../events-options';
import type { EventTransport } from './event-transport';
import { JetStreamTransport } from './jetstream/jetstream-transport';

/** Makes the transport of a service from its environment. */
type MakeTransport = (env: Environment, service: string) => EventTransport;
/** Loads a transport with its client only where it is chosen. */
export type LoadTransport = () => Promise<MakeTransport>;

/** The configured transport of a service. */
export async function createTransport(
  env: Environment,
  service: string,
  kafka?: LoadTransport,
): Promise<EventTransport> {
  const config = parseConfig(eventsConfig, env);
  if (config.NATS_URL) {
    return new JetStreamTransport({
      servers: config.NATS_URL,
      namespace: config.ENGAWA_NAMESPACE,
      name: service,
      replicas: config.NATS_REPLICAS,
      bounds: { days: config.NATS_KEEP_DAYS, events: config.NATS_KEEP_EVENTS },
      concurrency: config.EVENTS_CONCURRENCY,
      maxAttempts: config.EVENTS_MAX_ATTEMPTS,
      takeOverMs: config.EVENTS_TAKE_OVER,
    });
  }
  if (!kafka) throw new Error(`${service} was not built with Kafka`);
  return (await kafka())(env, service);
}
