// Provides the programs of a Kubernetes cluster: Kubernetes, network plugins and CoreDNS built with
// Go (once, 15 to 50 minutes on two cores, kept in the tool cache), etcd and containerd from
// Debian.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { print } from '../../tools/workspace.mjs';
import { toolFolder, tryCommand } from '../../tools/tool-cache.mjs';
import { run } from '../engine.mjs';

const VERSION = '1.33.13';
const KUBERNETES = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].concat([
  'kubelet',
  'kube-proxy',
]);
const MODULES = {
  bridge: 'github.com/containernetworking/plugins/plugins/main/bridge@v1.7.1',
  loopback: 'github.com/containernetworking/plugins/plugins/main/loopback@v1.7.1',
  'host-local': 'github.com/containernetworking/plugins/plugins/ipam/host-local@v1.7.1',
  portmap: 'github.com/containernetworking/plugins/plugins/meta/portmap@v1.7.1',
};
const COREDNS = 'github.com/coredns/coredns@v1.12.4';
const DEBIAN = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  runc: 'runc',
  conntrack: 'conntrack',
};

/** The folder of the programs, or null, with a printed reason, if unavailable. */
export function ensureParts() {
  const without = (reason) => {
    print(`no Kubernetes: ${reason}.`);
    return null;
  };
  if (process.getuid?.() !== 0) return without('kubelets need root');
  for (const name of ['kubectl', 'openssl', 'iptables'])
    if (tryCommand('which', [name]) !== null) return without(`no ${name} here`);
  const packages = Object.entries(DEBIAN)
    .filter(([name]) => tryCommand('which', [name]) !== null)
    .map(([, name]) => name);
  if (packages.length > 0)
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]);
  const bin = toolFolder(`real/kubernetes-${VERSION}`);
  const missing = [...KUBERNETES, ...Object.keys(MODULES), 'coredns'].filter(
    (name) => !existsSync(path.join(bin, name)),
  );
  if (missing.length === 0) return bin;
  if (tryCommand('go', ['version']) !== null) return without('no Go to build it');
  const env = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-buildvcs=false', CGO_ENABLED: '0' };
  const source = missing.some((name) => KUBERNETES.includes(name)) ? sourceOf(env) : null;
  const go = (cwd, ...args) =>
    run('nice', ['go', ...args], { env: { ...env, GOBIN: bin }, cwd, timeoutMs: 3_600_000 });
  const build = ['build', '-mod=mod', '-trimpath', '-o'];
  for (const name of missing) {
    print(`building ${name} …`);
    const target = path.join(bin, name);
    if (MODULES[name]) go(bin, 'install', '-trimpath', '-ldflags=-s -w', MODULES[name]);
    else if (name === 'coredns') {
      const dir = coreDnsSource(go);
      go(dir, ...build, target, '-ldflags=-s -w', '.');
    } else go(source, ...build, target, linkFlags(), `./cmd/${name}`);
  }
  if (source) rmSync(source, { recursive: true, force: true });
  return bin;
}

/** A program of our own: CoreDNS's imports the packages of several clouds. */
function coreDnsSource(go) {
  const dir = path.join(toolFolder('real'), 'coredns-source');
  rmSync(dir, { recursive: true, force: true });
  cpSync(path.join(import.meta.dirname, 'coredns'), dir, { recursive: true });
  go(dir, 'mod', 'init', 'coredns');
  go(dir, 'mod', 'edit', `-require=${COREDNS}`);
  return dir;
}

/** The module's zip lacks the staging modules; their published versions replace them. */
function sourceOf(env) {
  const { Dir: module } = JSON.parse(
    run('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${VERSION}`], { env }),
  );
  const source = path.join(toolFolder('real'), 'kubernetes-source');
  rmSync(source, { recursive: true, force: true });
  mkdirSync(source);
  cpSync(module, source, { recursive: true });
  run('chmod', ['-R', 'u+w', source]);
  for (const name of ['go.work', 'go.work.sum']) rmSync(path.join(source, name), { force: true });
  const file = path.join(source, 'go.mod');
  const staged = /^(\s*)(k8s\.io\/[a-z0-9-]+) => \.\/staging\/.*/gm;
  const text = readFileSync(file, 'utf8').replace(staged, `$1$2 => $2 v0.${VERSION.slice(2)}`);
  writeFileSync(file, text);
  return source;
}

function linkFlags() {
  const minor = VERSION.split('.')[1];
  const names = { gitVersion: `v${VERSION}`, gitMajor: '1', gitMinor: minor };
  const values = Object.entries(names).flatMap(([name, value]) =>
    ['component-base', 'client-go/pkg'].map((at) => `-X k8s.io/${at}/version.${name}=${value}`),
  );
  return `-ldflags=-s -w ${values.join(' ')}`;
}
