import { webhookEvents } from '@engawa/contracts';
import { eventGroups, looksLikeTarget, reasonOf } from './webhook-events.rules';
import { webhookTexts } from './webhooks.messages';

describe('the events that a webhook can receive', () => {
  it('is all that the API offers, each with words', () => {
    const offered = eventGroups.flatMap(({ events }) => [...events]);
    expect([...offered].sort()).toEqual([...webhookEvents].sort());
    for (const event of offered) expect(Object.keys(webhookTexts)).toContain(`event.${event}`);
  });
});

describe('a failed attempt', () => {
  it.each([
    [null, null],
    ['timeout', 'timeout'],
    ['econnrefused', 'econnrefused'],
    ['und_err_socket', 'other'],
  ])('%p is told as %p', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

it.each([
  ['https://example.com/hook', true],
  [' HTTPS://example.com ', true],
  ['example.com', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%p may be an address to send to: %p', (url, may) => {
  expect(looksLikeTarget(url)).toBe(may);
});
