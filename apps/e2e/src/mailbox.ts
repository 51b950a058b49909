import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './api';

/** Links in mails to an address, oldest first; mails are in a folder. */
function linksTo(folder: string, address: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((source) => source.includes(`To: ${address}`))
    .map((source) => ({ sentAt: sentAtOf(source), links: linksIn(source) }))
    .sort((a, b) => a.sentAt - b.sentAt)
    .flatMap(({ links }) => links.slice(0, 1));
}

/** The link of the latest mail to an address that is not in `before`. */
export function newLink(
  folder: string,
  address: string,
  before: readonly string[] = [],
): Promise<string> {
  return eventually(() => {
    const found = linksTo(folder, address).findLast((link) => !before.includes(link));
    if (!found) throw new Error(`no new mail to ${address}`);
    return found;
  });
}

function sentAtOf(source: string): number {
  return Date.parse(/^Date: (.+)$/m.exec(source)?.[1] ?? '') || 0;
}

function linksIn(source: string): string[] {
  const plain = source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/((?:^[A-Za-z0-9+/=]{40,}\r?\n?)+)/gm, (block) =>
      Buffer.from(block.replace(/\s/g, ''), 'base64').toString('utf8'),
    );
  return [...plain.matchAll(/https?:\/\/\S+#token=[\w.-]+/g)].map(([link]) => link);
}
