import { connect } from 'nats';

/** What the names of an installation's streams and subjects begin with (as in libs/events). */
export const streamPrefix = (namespace) =>
  (namespace ?? '').replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';

/**
 * Connects to `NATS_URL`. Its errors name the addresses without their passwords.
 *
 * @param {string} text
 * @param {string} name shown by the monitoring of NATS
 */
export async function connectNats(text, name) {
  const { servers, ...account } = natsAddress(text);
  try {
    return await connect({ servers, ...account, name });
  } catch (error) {
    throw new Error(`no connection to ${servers.join(', ')}: ${error.message}`, { cause: error });
  }
}

/**
 * Connection options for `NATS_URL`: a comma-separated list of addresses, which may contain
 * `user:password@` or `token@` (as in libs/events).
 */
function natsAddress(text) {
  const addresses = text
    .split(',')
    .map((address) => (address.includes('://') ? address : `nats://${address}`));
  if (!addresses.every((address) => URL.canParse(address)))
    throw new Error('NATS_URL is not an address such as nats://host:4222');
  const urls = addresses.map((address) => new URL(address));
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`);
  const named = urls.find(({ username }) => username !== '');
  if (!named) return { servers };
  const user = decodeURIComponent(named.username);
  const pass = decodeURIComponent(named.password);
  return pass === '' ? { servers, token: user } : { servers, user, pass };
}
