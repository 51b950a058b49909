import type { lookup as lookUp, LookupAddress } from 'node:dns';
import { lookup as lookUpOfSystem, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { isRefusedAddress, type AllowedNetworks } from './address.rules';

/** A name resolves into a forbidden network. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Connects to public addresses only, even when a public name resolves to a private one: the checked
 * address is the one connected to. Literal addresses are not looked up, so targets must also pass
 * `parseTarget`. `patience` is in ms.
 */
export function guardedAgent(
  allowed: AllowedNetworks,
  patience: number,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Agent {
  return new Agent({
    connect: { timeout: 5_000, lookup: guardedLookup(allowed, resolver) },
    headersTimeout: patience,
    bodyTimeout: patience,
    pipelining: 0,
  });
}

/**
 * Resolves names from the event loop. The system resolver (`getaddrinfo`) blocks one of the few
 * threads of the pool until a name server answers; names with silent servers would block file
 * access and all other look-ups. It is used only when an operator allows private networks, whose
 * names may be known only to this machine.
 */
function guardedLookup(allowed: AllowedNetworks, resolver: Resolver): typeof lookUp {
  const find = async (hostname: string, family: number): Promise<LookupAddress[]> => {
    const asked = await Promise.allSettled([
      ...(family === 6 ? [] : [resolver.resolve4(hostname)]),
      ...(family === 4 ? [] : [resolver.resolve6(hostname)]),
    ]);
    const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    if (allowed.length > 0) return lookUpOfSystem(hostname, { family, all: true });
    throw asked.find((each) => each.status === 'rejected')?.reason;
  };
  const guarded = (
    hostname: string,
    options: { all?: boolean; family?: number },
    callback: (error: Error | null, address?: unknown, family?: number) => void,
  ) => {
    find(hostname, options.family ?? 0).then(
      (addresses) => {
        const refused = addresses.some(({ address }) => isRefusedAddress(address, allowed));
        if (refused || addresses.length === 0) {
          return callback(new RefusedAddress(`${hostname} leads into a private network`));
        }
        if (options.all) return callback(null, addresses);
        callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => callback(error),
    );
  };
  return guarded as unknown as typeof lookUp;
}
