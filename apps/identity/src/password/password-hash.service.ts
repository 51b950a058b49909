import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashQueueService, type HashPlace } from './hash-queue.service';

/**
 * Memory and passes that RFC 9106 recommends where 2 GiB are too much: 64 MiB, three passes; one
 * lane. `HashQueueService` bounds how many run at once.
 */
const parameters = {
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
} as const;

/** Hashes and checks passwords (IDN-4). Off the main thread: argon2 runs in libuv's pool. */
@Injectable()
export class PasswordHashService implements OnModuleInit {
  private standIn = '';

  constructor(private readonly queue: HashQueueService) {}

  /** Made at start, so that the first unknown e-mail takes no longer than the next. */
  async onModuleInit(): Promise<void> {
    this.standIn = await this.hash('no account has this password');
  }

  /** @throws TooManyHashes if {@link hash} or {@link verify} would wait too long */
  refuseIfBusy(): void {
    this.queue.refuseIfFull();
  }

  /** A PHC string with its own salt and parameters. @throws TooManyHashes */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(normalised(password), parameters));
  }

  /** Whether a hash was made with less work than {@link hash} does now. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parameters;
    return !passwordHash.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  /** A place in the queue, for {@link verify}. @throws TooManyHashes */
  reserve(): HashPlace {
    return this.queue.reserve();
  }

  /**
   * Whether the password fits. Without a hash (no such account, or no password set yet) it works
   * as long on a stand-in and says no, so that time tells nothing. @throws TooManyHashes
   */
  async verify(
    passwordHash: string | null,
    password: string,
    place: Pick<HashPlace, 'run'> = this.queue,
  ): Promise<boolean> {
    const fits = await place.run(() => verify(passwordHash ?? this.standIn, normalised(password)));
    return fits && passwordHash !== null;
  }
}

/** The same password typed with a Japanese or a Latin keyboard is the same password. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}
