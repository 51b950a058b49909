/** Topics and groups of an installation. */
export class KafkaNames {
  readonly prefix: string;

  constructor(namespace: string) {
    this.prefix = namespace.replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';
  }

  /** Topic of a publishing service's events. */
  events(service: string): string {
    return `${this.prefix}.events.${service}`;
  }

  dead(): string {
    return `${this.prefix}.dead`;
  }

  questions(service: string): string {
    return `${this.prefix}.questions.${service}`;
  }

  answers(): string {
    return `${this.prefix}.answers`;
  }

  /** Consumer group of a listening service. */
  group(service: string): string {
    return `${this.prefix}.${service}`;
  }
}
