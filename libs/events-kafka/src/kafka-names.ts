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

  /** Topic of the dead letters of all services. */
  dead(): string {
    return `${this.prefix}.dead`;
  }

  /** Topic of the questions to a service. */
  questions(service: string): string {
    return `${this.prefix}.questions.${service}`;
  }

  /** Topic of the answers to all questions; each process picks its own. */
  answers(): string {
    return `${this.prefix}.answers`;
  }

  /** Consumer group of a listening service. */
  group(service: string): string {
    return `${this.prefix}.${service}`;
  }
}
