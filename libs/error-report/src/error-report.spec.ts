import {
  envelopeOf,
  factsOfError,
  ReportLimit,
  reportTargetOf,
  withoutContents,
} from './error-report';

it('reads where reports go out of a DSN', () => {
  expect(reportTargetOf('https://abc123@errors.example:9000/under/42')).toEqual({
    url: 'https://errors.example:9000/under/api/42/envelope/?sentry_key=abc123&sentry_version=7',
    origin: 'https://errors.example:9000',
  });
  expect(reportTargetOf('http://key@127.0.0.1/1')?.origin).toBe('http://127.0.0.1');
  for (const wrong of ['', 'errors.example', 'ftp://k@h/1', 'https://h/1', "https://k@h';x/1 2"])
    expect(reportTargetOf(wrong)).toBeNull();
});

it.each([
  ['山田 花子 is not a function', '… is not a function'],
  [
    "Cannot read properties of undefined (reading 'memo')",
    'Cannot read properties of undefined (reading …)',
  ],
  [
    'E11000 duplicate key error: dup key: { email: "a@b.example" }',
    '… duplicate key error: dup key: …',
  ],
  ['no answer of hanako@engawa.example', 'no answer of …'],
  ['https://engawa.example/posts?q=x failed', '… failed'],
  ['0198f3c2-aaaa-7000-8000-000000000001: gone', '…: gone'],
  ['call 03-1234-5678', 'call …'],
  ['Unexpected token < in JSON', 'Unexpected token < in JSON'],
])('takes out of %s what may be somebody’s', (message, shown) => {
  expect(withoutContents(message)).toBe(shown);
});

it('reads stacks of V8, Firefox and Safari, without queries, the innermost last', () => {
  const error = new TypeError('x');
  error.stack = [
    'TypeError: 山田',
    '    at read (/app/dist/main.cjs:10:5)',
    '    at async Promise.all (index 0)',
    '    at https://engawa.example/assets/a.js?token=secret:1:20',
    '    at async next (/app/node_modules/x/y.js:3:4)',
    'press@https://engawa.example/assets/b.js:2:30',
  ].join('\n');
  expect(
    factsOfError(error).frames.map((f) => [f.function, f.filename, f.lineno, f.colno, f.in_app]),
  ).toEqual([
    ['press', 'https://engawa.example/assets/b.js', 2, 30, true],
    ['next', '/app/node_modules/x/y.js', 3, 4, false],
    ['?', 'https://engawa.example/assets/a.js', 1, 20, true],
    ['read', '/app/dist/main.cjs', 10, 5, true],
  ]);
  const told = new Error('written by\nhanako@engawa.example:1:2');
  expect(JSON.stringify(factsOfError(told))).not.toContain('hanako');
  expect(factsOfError('山田')).toEqual({ type: 'string', message: '', frames: [] });
});

it('writes an envelope of three lines', () => {
  const lines = envelopeOf({
    ...factsOfError(new RangeError('too far')),
    id: 'a'.repeat(32),
    at: new Date('2026-11-21T00:00:00Z'),
    platform: 'node',
    tags: { service: 'timeline' },
    trace: { traceId: 'b'.repeat(32), spanId: 'c'.repeat(16) },
  })
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event_id: 'a'.repeat(32) },
    { type: 'event' },
    {
      timestamp: '2026-11-21T00:00:00.000Z',
      contexts: { trace: { trace_id: 'b'.repeat(32) } },
      exception: { values: [{ type: 'RangeError', value: 'too far' }] },
      sdk: { settings: { infer_ip: 'never' } },
    },
  ]);
});

it('limits reports, sends one of a kind, and pauses when the receiver asks', () => {
  const limit = new ReportLimit(2, 60_000);
  const [a, b, c] = ['a', 'b', 'c'].map((message) => ({ type: 'Error', message, frames: [] }));
  expect([limit.take(a!, 0), limit.take(a!, 1), limit.take(b!, 2), limit.take(c!, 3)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(limit.take(a!, 60_000)).toBe(true);
  limit.pause(120, 130_000);
  expect([limit.take(b!, 240_000), limit.take(b!, 250_001)]).toEqual([false, true]);
});
