/** Streams, subjects and consumers of an installation. */
export class JetStreamNames {
  private readonly prefix: string;

  constructor(namespace: string) {
    // Test namespaces may contain dots and wildcards, which would break subjects.
    this.prefix = namespace.replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';
  }

  /** Stream of a publishing service. */
  stream(service: string): string {
    return `${this.prefix}-${service}`;
  }

  /** Subjects of a publishing service's stream. */
  streamSubjects(service: string): string {
    return `${this.prefix}.${service}.>`;
  }

  /** Subject of an event before version 3: namespace and name. */
  event(name: string): string {
    return `${this.prefix}.${name}`;
  }

  /** Subject of an event: its name and the partition of its aggregate. */
  partitioned(name: string, partition: number | '*'): string {
    return `${this.event(name)}.${partition}`;
  }

  /** The event name in a subject of a publishing service's stream; null for others. */
  eventOf(subject: string): string | null {
    const [prefix, service, entity, verb] = subject.split('.');
    return prefix === this.prefix && verb ? `${service}.${entity}.${verb}` : null;
  }

  /** Subjects of all events of all services. */
  everyEvent(): string[] {
    return [this.event('*.*.*'), this.partitioned('*.*.*', '*')];
  }

  /** All events of an entity, such as `identity.staff`. */
  eventsAbout(entity: string): string[] {
    return [this.event(`${entity}.*`), this.partitioned(`${entity}.*`, '*')];
  }

  /** Stream of dead letters. */
  deadStream(): string {
    return `${this.prefix}-dead`;
  }

  /** Subjects of the stream of dead letters. */
  deadSubjects(): string {
    return `${this.prefix}-dead.>`;
  }

  /** Subject of a service's dead letters. */
  dead(service: string): string {
    return `${this.prefix}-dead.${service}`;
  }

  /** Dead letters to be retried by a service. */
  replayStream(): string {
    return `${this.prefix}-replay`;
  }

  /** Subjects of the stream of dead letters to be retried. */
  replaySubjects(): string {
    return `${this.prefix}-replay.>`;
  }

  /** Subject of dead letters that a service retries. */
  replay(service: string): string {
    return `${this.prefix}-replay.${service}`;
  }

  /** Subject of a question between services. */
  question(name: string): string {
    return `${this.prefix}-ask.${name}`;
  }
}

/** The service that publishes an event. */
export function sourceOf(eventName: string): string {
  return eventName.slice(0, eventName.indexOf('.'));
}
