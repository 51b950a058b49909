import type { EventEnvelope } from '@engawa/contracts';
import { AggregateQueue } from '../../listener/aggregate-queue';
import type { EventListener, QuestionAnswerer } from '../event-transport';

export interface InProcessListener {
  listener: EventListener;
  queue: AggregateQueue;
}

/** What the services of one process share when no event server is there. */
export class InProcessBus {
  readonly listeners = new Map<string, InProcessListener>();
  readonly answerers = new Map<string, QuestionAnswerer>();
  readonly followers = new Set<(event: EventEnvelope) => void>();
  private readonly expected = new Set<string>();
  private ready: (() => void)[] = [];

  /** Services whose listeners must be there before any event is handed out. */
  expect(services: readonly string[]): void {
    for (const service of services) this.expected.add(service);
  }

  /** A service stands: with a listener, or without. */
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

/** The bus of a namespace in this process, however often this file was loaded. */
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
 * Tells the in-process bus, before any service starts, which services will listen, so that no
 * event is handed out before all of them stand. Changes nothing for other transports.
 */
export function expectInProcessListeners(namespace: string, services: readonly string[]): void {
  inProcessBus(namespace).expect(services);
}
