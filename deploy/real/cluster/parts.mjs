// Provides the programs of a Kubernetes cluster: Kubernetes, network plugins, CoreDNS and
// controllers built with Go (once, 15 to 50 minutes on two cores, kept in the tool cache), etcd and
// containerd from Debian.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
/** What a cluster has beside Kubernetes, for those runs that need it. */
const CONTROLLERS = {
  'metrics-server': 'sigs.k8s.io/metrics-server/cmd/metrics-server@v0.8.0',
  traefik: 'github.com/traefik/traefik/v3@v3.6.12',
};
const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.4.0';
const GO_ENV = {
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '-buildvcs=false',
  CGO_ENABLED: '0',
};
const DEBIAN = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  runc: 'runc',
  conntrack: 'conntrack',
};

/**
 * The folder of the programs, or null, with a printed reason, if unavailable. `controllers`: also
 * metrics-server and Traefik.
 */
export function ensureParts({ controllers = false } = {}) {
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
  const wanted = [...KUBERNETES, ...Object.keys(MODULES), 'coredns'].concat(
    controllers ? Object.keys(CONTROLLERS) : [],
  );
  const missing = wanted.filter((name) => !existsSync(path.join(bin, name)));
  if (missing.length === 0) return bin;
  if (tryCommand('go', ['version']) !== null) return without('no Go to build it');
  const source = missing.some((name) => KUBERNETES.includes(name)) ? kubernetesSource() : null;
  const build = ['build', '-mod=mod', '-trimpath', '-o'];
  const stripped = '-ldflags=-s -w';
  const installed = { ...MODULES, 'metrics-server': CONTROLLERS['metrics-server'] };
  for (const name of missing) {
    print(`building ${name} …`);
    const target = path.join(bin, name);
    if (installed[name]) go(bin, 'install', '-trimpath', stripped, installed[name]);
    else if (name === 'coredns') go(coreDnsSource(), ...build, target, stripped, '.');
    else if (name === 'traefik') {
      const dir = copyOfModule(CONTROLLERS.traefik, 'traefik-source');
      go(dir, ...build, target, stripped, './cmd/traefik');
      rmSync(dir, { recursive: true, force: true });
    } else go(source, ...build, target, linkFlags(), `./cmd/${name}`);
  }
  if (source) rmSync(source, { recursive: true, force: true });
  return bin;
}

/** The folder of the Gateway API's definitions, for `kubectl apply`. */
export function gatewayApiDefinitions() {
  return path.join(moduleFolder(GATEWAY_API), 'config/crd/standard');
}

function go(cwd, ...args) {
  const env = { ...GO_ENV, GOBIN: toolFolder(`real/kubernetes-${VERSION}`) };
  return run('nice', ['go', ...args], { env, cwd, timeoutMs: 3_600_000 });
}

function moduleFolder(module) {
  return JSON.parse(run('go', ['mod', 'download', '-json', module], { env: GO_ENV })).Dir;
}

/** For modules that `go install` refuses, as they replace others. */
function copyOfModule(module, name) {
  const dir = path.join(toolFolder('real'), name);
  rmSync(dir, { recursive: true, force: true });
  cpSync(moduleFolder(module), dir, { recursive: true });
  run('chmod', ['-R', 'u+w', dir]);
  return dir;
}

/** A program of our own: CoreDNS's imports the packages of several clouds. */
function coreDnsSource() {
  const dir = path.join(toolFolder('real'), 'coredns-source');
  rmSync(dir, { recursive: true, force: true });
  cpSync(path.join(import.meta.dirname, 'coredns'), dir, { recursive: true });
  go(dir, 'mod', 'init', 'coredns');
  go(dir, 'mod', 'edit', `-require=${COREDNS}`);
  return dir;
}

/** The module's zip lacks the staging modules; their published versions replace them. */
function kubernetesSource() {
  const source = copyOfModule(`k8s.io/kubernetes@v${VERSION}`, 'kubernetes-source');
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
