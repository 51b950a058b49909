import { lookup as lookUp } from 'node:dns';
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
export function guardedAgent(allowed: AllowedNetworks, patience: number): Agent {
  return new Agent({
    connect: { timeout: 5_000, lookup: guardedLookup(allowed) },
    headersTimeout: patience,
    bodyTimeout: patience,
    pipelining: 0,
  });
}

function guardedLookup(allowed: AllowedNetworks): typeof lookUp {
  const guarded = (
    hostname: string,
    options: { all?: boolean },
    callback: (error: Error | null, address?: unknown, family?: number) => void,
  ) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error);
      const refused = addresses.some(({ address }) => isRefusedAddress(address, allowed));
      if (refused || addresses.length === 0) {
        return callback(new RefusedAddress(`${hostname} leads into a private network`));
      }
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, isIP(addresses[0]!.address));
    });
  };
  return guarded as unknown as typeof lookUp;
}
