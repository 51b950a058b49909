// etcd and the control plane of the test cluster, as processes.
import path from 'node:path';
import { SERVICES } from './network.mjs';

const ETCD = 'http://127.0.0.1:23790';

export function etcd(start, at) {
  start('etcd', 'etcd', [
    ...[`--data-dir=${at('etcd')}`, '--unsafe-no-fsync', `--listen-client-urls=${ETCD}`],
    ...[`--advertise-client-urls=${ETCD}`, '--listen-peer-urls=http://127.0.0.1:23800'],
  ]);
}

export function apiServer(start, { bin, at, address }) {
  start('kube-apiserver', path.join(bin, 'kube-apiserver'), [
    ...[
      `--etcd-servers=${ETCD}`,
      `--advertise-address=${address}`,
      '--authorization-mode=Node,RBAC',
    ],
    ...[`--service-cluster-ip-range=${SERVICES}`, '--enable-admission-plugins=NodeRestriction'],
    ...[`--client-ca-file=${at('ca.crt')}`, '--kubelet-preferred-address-types=InternalIP'],
    ...[`--tls-cert-file=${at('apiserver.crt')}`, `--tls-private-key-file=${at('apiserver.key')}`],
    `--kubelet-client-certificate=${at('kubelet-client.crt')}`,
    `--kubelet-client-key=${at('kubelet-client.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${at('accounts.pub')}`,
    `--service-account-signing-key-file=${at('accounts.key')}`,
    // For APIs that others serve, such as metrics-server's.
    `--requestheader-client-ca-file=${at('ca.crt')}`,
    '--requestheader-allowed-names=front-proxy',
    ...[
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
    ],
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${at('front-proxy.crt')}`,
    `--proxy-client-key-file=${at('front-proxy.key')}`,
  ]);
}

export function controllers(start, { bin, at }) {
  for (const [name, more] of [
    [
      'kube-controller-manager',
      [
        ...[
          `--service-account-private-key-file=${at('accounts.key')}`,
          `--root-ca-file=${at('ca.crt')}`,
        ],
        ...['--use-service-account-credentials', '--node-monitor-grace-period=20s'],
      ],
    ],
    ['kube-scheduler', []],
  ]) {
    const config = at(`${name}.conf`);
    start(name, path.join(bin, name), [
      ...[`--kubeconfig=${config}`, `--authentication-kubeconfig=${config}`],
      ...[`--authorization-kubeconfig=${config}`, '--leader-elect=false', ...more],
    ]);
  }
}
