/**
 * Connection options for `NATS_URL`: a comma-separated list of addresses, which may contain
 * `user:password@` or `token@` (as in libs/events).
 */
export function natsAddress(text) {
  const urls = text
    .split(',')
    .map((address) => new URL(address.includes('://') ? address : `nats://${address}`));
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`);
  const named = urls.find(({ username }) => username !== '');
  if (!named) return { servers };
  const user = decodeURIComponent(named.username);
  const pass = decodeURIComponent(named.password);
  return pass === '' ? { servers, token: user } : { servers, user, pass };
}
