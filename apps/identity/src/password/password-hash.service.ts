import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's setting for argon2id, which is the library's default: 19 MiB, two passes, one lane. */
const parameters = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Hashes and checks passwords (IDN-4). Off the main thread: argon2 runs in libuv's pool. */
@Injectable()
export class PasswordHashService implements OnModuleInit {
  private standIn = '';

  /** Made at start, so that the first unknown e-mail takes no longer than the next. */
  async onModuleInit(): Promise<void> {
    this.standIn = await this.hash('no account has this password');
  }

  /** A PHC string with its own salt and parameters. */
  hash(password: string): Promise<string> {
    return hash(normalised(password), parameters);
  }

  /**
   * Whether the password fits. Without a hash (no such account, or no password set yet) it works
   * as long on a stand-in and says no, so that time tells nothing.
   */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const fits = await verify(passwordHash ?? this.standIn, normalised(password));
    return fits && passwordHash !== null;
  }
}

/** The same password typed with a Japanese or a Latin keyboard is the same password. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}
