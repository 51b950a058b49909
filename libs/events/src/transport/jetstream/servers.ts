interface Servers {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
}

/**
 * `nats://user:password@host:4222` or `nats://token@host:4222`: the credentials of the first
 * address apply.
 */
export function serversOf(addresses: readonly string[]): Servers {
  const urls = addresses.map(
    (address) => new URL(address.includes('://') ? address : `nats://${address}`),
  );
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`);
  const named = urls.find(({ username }) => username !== '');
  if (!named) return { servers };
  const user = decodeURIComponent(named.username);
  const pass = decodeURIComponent(named.password);
  return pass === '' ? { servers, token: user } : { servers, user, pass };
}
