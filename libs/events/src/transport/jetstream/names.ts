/** Streams, subjects and consumers of an installation. */
export class JetStreamNames {
  private readonly prefix: string;

  constructor(namespace: string) {
    // A namespace of its own for each test run; dots and wildcards would break subjects.
    this.prefix = namespace.replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';
  }

  /** Stream of a publishing service. */
  stream(service: string): string {
    return `${this.prefix}-${service}`;
  }

  streamSubjects(service: string): string {
    return `${this.prefix}.${service}.>`;
  }

  /** Subject of an event: its name behind the namespace. */
  event(name: string): string {
    return `${this.prefix}.${name}`;
  }

  everyEvent(): string {
    return `${this.prefix}.*.*.*`;
  }

  /** All events of an entity, such as `identity.staff`. */
  eventsAbout(entity: string): string {
    return `${this.prefix}.${entity}.*`;
  }

  deadStream(): string {
    return `${this.prefix}-dead`;
  }

  deadSubjects(): string {
    return `${this.prefix}-dead.>`;
  }

  dead(service: string): string {
    return `${this.prefix}-dead.${service}`;
  }

  /** Dead letters that a service is to try again. */
  replayStream(): string {
    return `${this.prefix}-replay`;
  }

  replaySubjects(): string {
    return `${this.prefix}-replay.>`;
  }

  replay(service: string): string {
    return `${this.prefix}-replay.${service}`;
  }

  question(name: string): string {
    return `${this.prefix}-ask.${name}`;
  }

  leases(): string {
    return `${this.prefix}-leases`;
  }
}

/** The service that publishes an event. */
export function sourceOf(eventName: string): string {
  return eventName.slice(0, eventName.indexOf('.'));
}
