import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How the gateway answers an address without a route. */
export type WebTarget =
  | { kind: 'file'; file: string; cacheControl: string }
  /** A page of the app: the app decides what it shows. */
  | { kind: 'app' }
  | { kind: 'none' };

/** Files with a hash in their name never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';
/** The page names the hashed files: revalidated on each load. */
export const PAGE_CACHE = 'no-cache';

/** The built web app's files, listed at startup. */
export class WebFiles {
  private readonly files: ReadonlySet<string>;

  constructor(readonly dir: string) {
    this.files = new Set(listed(dir, ''));
  }

  get hasPage(): boolean {
    return this.files.has('index.html');
  }

  /** Scripts that the page holds. */
  scriptsInPage(): string[] {
    const page = readFileSync(path.join(this.dir, 'index.html'), 'utf8');
    return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script!);
  }

  /** `pathname` as received, still percent-encoded. */
  find(pathname: string): WebTarget {
    const file = decoded(pathname)?.slice(1);
    if (file === undefined) return { kind: 'none' };
    if (file === '' || file === 'index.html') return { kind: 'app' };
    if (this.files.has(file)) {
      return {
        kind: 'file',
        file,
        cacheControl: file.startsWith('assets/') ? IMMUTABLE : SHORT,
      };
    }
    // A program that looks for a chunk of an older build or for metadata must get 404, not the page.
    if (/^(api|health|metrics|assets|\.well-known)(\/|$)/.test(file)) return { kind: 'none' };
    return { kind: 'app' };
  }
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Without compressed variants, which are found by name, and source maps, which are not public. */
function listed(dir: string, under: string): string[] {
  return readdirSync(path.join(dir, under), { withFileTypes: true }).flatMap((entry) => {
    const name = under ? `${under}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return listed(dir, name);
    return /\.(br|gz|map)$/.test(name) ? [] : [name];
  });
}
