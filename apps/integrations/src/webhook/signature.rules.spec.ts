import { createHmac } from 'node:crypto';
import { newWebhookSecret, nextAttemptAt, webhookHeaders } from './signature.rules';

describe('Standard Webhooks', () => {
  it('signs id, time and body with each secret', () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
    const message = { id: 'msg_1', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
    const headers = webhookHeaders(message, [secret, newWebhookSecret()]);
    const expected = createHmac('sha256', '0123456789abcdef01234567')
      .update('msg_1.1614265330.{"test": 2432232314}')
      .digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1614265330' });
    const signatures = headers['webhook-signature']!.split(' ');
    expect(signatures[0]).toBe(`v1,${expected}`);
    expect(signatures).toHaveLength(2);
  });

  it('makes secrets of 32 bytes', () => {
    expect(Buffer.from(newWebhookSecret().slice(6), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });

  it('retries with growing pauses and gives up after a day', () => {
    const now = new Date('2026-01-01T00:00:00.000Z');
    const pauses = Array.from({ length: 10 }, (_, n) => nextAttemptAt(n + 1, now, 0.5));
    expect(pauses[0]!.getTime() - now.getTime()).toBe(5_000);
    expect(pauses[8]!.getTime() - now.getTime()).toBe(86_400_000);
    expect(pauses[9]).toBeNull();
  });
});
