import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@engawa/testing';

/** The folder of mails in a test. */
export class MailFolder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'engawa-mails-'));

  /** Decoded sources of the mails to an address, oldest first. */
  to(address: string): string[] {
    return readdirSync(this.path)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => decode(readFileSync(path.join(this.path, name), 'utf8')))
      .filter((source) => source.includes(`To: ${address}`));
  }

  /** The token in the latest mail to an address, once there are `count`. */
  token(address: string, count = 1): Promise<string> {
    return eventually(() => {
      const tokens = this.to(address).flatMap(
        (source) => /#token=([\w.-]+)/.exec(source)?.[1] ?? [],
      );
      if (tokens.length < count) throw new Error(`${tokens.length} of ${count} links came`);
      return tokens.at(-1)!;
    });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Decodes quoted-printable and base64, so that links are found whole. */
function decode(source: string): string {
  const plain = source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const parts = plain.replace(/((?:^[A-Za-z0-9+/=]{60,}\r?\n?)+)/gm, (block) =>
    Buffer.from(block.replace(/\s/g, ''), 'base64').toString('utf8'),
  );
  return parts;
}
