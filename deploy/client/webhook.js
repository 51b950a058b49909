/** A webhook message that is not from the installation, or too old. */
export class WebhookRefused extends Error {
  constructor(reason) {
    super(reason);
    this.name = 'WebhookRefused';
  }
}

/** A message is good for so long before and after it was signed, in seconds. */
const TOLERANCE = 300;

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Standard Webhooks 1.0.0. */
export async function verifyWebhook({ body, headers, secret, now = Date.now() }) {
  const get = (name) =>
    typeof headers.get === 'function' ? headers.get(name) : [headers[name]].flat()[0];
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    get(`webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookRefused('its headers are missing');
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= TOLERANCE)) {
    throw new WebhookRefused('its time is too far from now');
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',');
    // Compared in constant time by the library.
    if (version === 'v1' && (await isSignature(key, text, signed))) return JSON.parse(body);
  }
  throw new WebhookRefused('its signature is wrong');
}

async function isSignature(key, text, signed) {
  try {
    return await crypto.subtle.verify('HMAC', key, bytesOf(text), signed);
  } catch {
    return false;
  }
}
