import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Private networks that an operator allows, such as `10.1.0.0/16`. */
export type AllowedNetworks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** IPv6 range assigned for the internet; other addresses are unused or internal. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Names that only a private network resolves: special-use names (RFC 6761, 6762 appendix G, 8375),
 * and those of clusters and virtual machines.
 */
const PRIVATE_SUFFIX =
  /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|consul|arpa)$/;

/** Parses a comma-separated list of addresses and CIDR blocks. Throws on an invalid one. */
export function parseNetworks(text: string): AllowedNetworks {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseNetwork);
}

function parseNetwork(text: string): AllowedNetworks[number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  // As in `isRefusedAddress`, an IPv4-mapped address is the IPv4 address in it.
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv6' ? 128 : 32];
}

/** Whether an address must not be contacted: everything but public unicast addresses (INT-3). */
export function isRefusedAddress(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return true;
  // An IPv4-mapped address is checked as the IPv4 address in it.
  const parsed = ipaddr.process(address);
  const isAllowed = allowed.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
  return !isAllowed && !isPublic(parsed);
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  // Also rejects IPv4-compatible addresses (`::/96`), which reach IPv4 networks on some systems.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || PRIVATE_SUFFIX.test(name);
}

/**
 * The URL to contact, or null: https without credentials, to a host that is neither a private
 * address nor a private name. Plain http only into allowed networks. Names are resolved when
 * connecting.
 */
export function parseTarget(text: string, allowed: AllowedNetworks): URL | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (isRefusedAddress(host, allowed)) return null;
  } else if (isPrivateName(host)) {
    return null;
  }
  if (url.protocol === 'https:') return url;
  const plainAllowed = isIP(host) !== 0 && !isPublic(ipaddr.process(host));
  return url.protocol === 'http:' && plainAllowed ? url : null;
}
