import type { lookup as lookUp, LookupAddress } from 'node:dns';
import { lookup as lookUpOfSystem, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { isRefusedAddress, type AllowedNetworks } from './address.rules';

/** A name leads into a network that nothing may be sent to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Connects to public addresses alone, also where a public name leads into a private network: the
 * address that was checked is the one that is connected to. Literal addresses are not looked up,
 * so that every target must also pass `parseTarget`. `patience` in milliseconds.
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
 * Asks name servers from the event loop. The system's own look-up (`getaddrinfo`) holds one of the few
 * threads of the process until a name server answers: names whose servers never do would stop files
 * and all other look-ups. It is asked only where an operator allows private networks, whose names may
 * be known to this machine alone.
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
