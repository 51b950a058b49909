import type { EventEnvelope } from '@engawa/contracts';
import { AggregateQueue } from '../../listener/aggregate-queue';
import type { EventListener, QuestionAnswerer } from '../event-transport';

export interface InProcessListener {
  listener: EventListener;
  queue: AggregateQueue;
}

/** Shared by the services of one process when there is no event server. */
export class InProcessBus {
  readonly listeners = new Map<string, InProcessListener>();
  readonly answerers = new Map<string, QuestionAnswerer>();
  readonly followers = new Set<(event: EventEnvelope) => void>();
  private readonly expected = new Set<string>();
  private ready: (() => void)[] = [];

  /** Services that must be listening before any event is delivered. */
  expect(services: readonly string[]): void {
    for (const service of services) this.expected.add(service);
  }

  /** Call when a service has started, with or without a listener. */
  arrived(service: string): void {
    this.expected.delete(service);
    if (this.expected.size > 0) return;
    for (const wake of this.ready.splice(0)) wake();
  }

  async whenReady(): Promise<void> {
    if (this.expected.size === 0) return;
    await new Promise<void>((resolve) => this.ready.push(resolve));
  }
}

const shared = Symbol.for('engawa.events.in-process');

/** The bus of a namespace in this process, even if this file is loaded several times. */
export function inProcessBus(namespace: string): InProcessBus {
  const holder = globalThis as { [shared]?: Map<string, InProcessBus> };
  const buses = (holder[shared] ??= new Map<string, InProcessBus>());
  let bus = buses.get(namespace);
  if (!bus) {
    bus = new InProcessBus();
    buses.set(namespace, bus);
  }
  return bus;
}

/**
 * Declares which services will listen, before any service starts, so that no event is delivered
 * earlier. No effect on other transports.
 */
export function expectInProcessListeners(namespace: string, services: readonly string[]): void {
  inProcessBus(namespace).expect(services);
}
