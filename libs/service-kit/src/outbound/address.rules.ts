import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that an operator allows although they are private, such as `10.1.0.0/16`. */
export type AllowedNetworks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

export function parseNetworks(text: string): AllowedNetworks {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ipaddr.parseCIDR(part.includes('/') ? part : `${part}/32`));
}

/** Whether nothing may be sent to an address: whatever is not a public unicast address (INT-3). */
export function isRefusedAddress(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return true;
  // An IPv4 address in IPv6 clothes is looked at as what it is.
  const parsed = ipaddr.process(address);
  const isAllowed = allowed.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
  return !isAllowed && parsed.range() !== 'unicast';
}

/**
 * The address to send to, or null: https without credentials, no host that is a private address.
 * Plain http only into the allowed networks. Names are looked up when sending.
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
  } else if (!host.includes('.') || /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)) {
    return null;
  }
  if (url.protocol === 'https:') return url;
  const plainAllowed = isIP(host) !== 0 && ipaddr.process(host).range() !== 'unicast';
  return url.protocol === 'http:' && plainAllowed ? url : null;
}
