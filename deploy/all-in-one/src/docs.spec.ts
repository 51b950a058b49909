import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const workspace = path.resolve(__dirname, '../../..');

/** Every documentation page of the repository, relative to its root. */
function findPages(): string[] {
  const inside = ['docs', 'apps', 'libs', 'deploy'].flatMap((folder) =>
    readdirSync(path.join(workspace, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  );
  return [...readdirSync(workspace), ...inside].filter((file) => file.endsWith('.md')).sort();
}

/** Text without code blocks, whose brackets are not links. */
function proseOf(page: string): string {
  return readFileSync(path.join(workspace, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** Addresses of the links and images of a page, without external ones. */
function localLinksOf(prose: string): string[] {
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)];
  return links.map((match) => match[1] ?? match[2]!).filter((to) => !/^[a-z]+:/.test(to));
}

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

describe('the documentation', () => {
  const pages = findPages();

  it.each(pages)('%s links to files and headings that exist', (page) => {
    const dead = localLinksOf(proseOf(page)).filter((link) => {
      const [file, anchor] = link.split('#') as [string, string | undefined];
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(workspace, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('lists files in every how-to page', () => {
    const pagesOfFiles = pages.filter((page) => /^docs\/how-to\/add-/.test(page));
    expect(pagesOfFiles.length).toBeGreaterThanOrEqual(4);
    for (const page of pagesOfFiles) {
      const files = localLinksOf(proseOf(page)).filter((link) =>
        /\.(tsx?|mjs|json|yml|yaml)/.test(link),
      );
      expect([page, files.length >= 5]).toEqual([page, true]);
    }
  });

  it('reaches every page from the README within three steps', () => {
    const steps = new Map([['README.md', 0]]);
    for (const [page, step] of steps) {
      for (const link of localLinksOf(proseOf(page))) {
        const target = path.join(path.dirname(page), link.split('#')[0]!);
        if (target.endsWith('.md') && !steps.has(target)) steps.set(target, step + 1);
      }
    }
    expect(pages.filter((page) => (steps.get(page) ?? Infinity) > 3)).toEqual([]);
  });

  it('gives every decision a status, a date and a place in the list', () => {
    const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
    const list = proseOf('docs/decisions/README.md');
    for (const page of decisions) {
      const lines = proseOf(page).split('\n');
      expect([page, lines[0]]).toEqual([page, expect.stringMatching(/^# \d{4} /)]);
      expect([page, lines[2]]).toEqual([
        page,
        expect.stringMatching(/^Status: (accepted|replaced)\b.* · \d{4}-\d{2}-\d{2}\b/),
      ]);
      expect([page, list.includes(path.basename(page))]).toEqual([page, true]);
    }
    expect(decisions.length).toBeGreaterThan(15);
  });
});
