import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { services } from './services';

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

  it('names every variable that a service or docker-compose reads', () => {
    const sources = ['apps', 'libs', 'deploy/all-in-one/src']
      .flatMap((folder) =>
        readdirSync(path.join(workspace, folder), { recursive: true, encoding: 'utf8' }).map(
          (file) => path.join(folder, file),
        ),
      )
      .filter((file) => /^(?!apps\/(web|e2e)\/|libs\/testing\/).*(?<!\.spec)\.ts$/.test(file))
      .map((file) => readFileSync(path.join(workspace, file), 'utf8'));
    const declared = sources
      .filter((text) => text.includes('z.object('))
      .flatMap((text) => [...text.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+): /gm)]);
    const example = readFileSync(path.join(workspace, 'deploy/compose/example.env'), 'utf8');
    const settings = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)];
    const names = new Set(
      [...declared, ...settings].map(([, name]) => {
        const [, service] = /^([A-Z]+)_URL$/.exec(name!) ?? [];
        return service && service.toLowerCase() in services ? '{NAME}_URL' : name!;
      }),
    );
    expect([...names]).toEqual(
      expect.arrayContaining(['KAFKA_SASL', 'S3_BUCKET', 'UPLOAD_LIMIT', 'ENGAWA_SUBNET']),
    );
    const page = readFileSync(path.join(workspace, 'docs/configuration.md'), 'utf8');
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
