import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashQueueService, type HashPlace } from './hash-queue.service';

/**
 * RFC 9106's parameters for less than 2 GiB: 64 MiB, three passes; one lane. `HashQueueService`
 * limits concurrency.
 */
const parameters = {
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
} as const;

/** Hashes and verifies passwords (IDN-4). argon2 runs in libuv's pool. */
@Injectable()
export class PasswordHashService implements OnModuleInit {
  private standIn = '';

  constructor(private readonly queue: HashQueueService) {}

  /** Computed at start, so that the first unknown address takes no longer than the next. */
  async onModuleInit(): Promise<void> {
    this.standIn = await this.hash('no account has this password');
  }

  /** @throws TooManyHashes if {@link hash} or {@link verify} would wait too long */
  refuseIfBusy(): void {
    this.queue.refuseIfFull();
  }

  /** Returns a PHC string with salt and parameters. @throws TooManyHashes */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(normalised(password), parameters));
  }

  /** Whether a hash has weaker parameters than {@link hash} uses now. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parameters;
    return !passwordHash.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  /** A place in the queue, for {@link verify}. @throws TooManyHashes */
  reserve(): HashPlace {
    return this.queue.reserve();
  }

  /**
   * Verifies a password. Without a hash (no such account, or no password yet) it takes the same
   * time on a dummy and returns false, so that time reveals nothing. @throws TooManyHashes
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

/** The same password typed with a Japanese or Latin keyboard is equal. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}
