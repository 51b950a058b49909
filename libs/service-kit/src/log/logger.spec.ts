import { runInContext } from '../context/request-context';
import { JsonLogger, createPino } from './logger';

describe('logs', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = new JsonLogger(
    createPino('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  );
  beforeEach(() => lines.splice(0));

  it('are JSON lines with the name and the request', () => {
    const context = {
      service: 'timeline',
      requestId: 'r-1',
      traceparent: 'x',
      traceId: 't-1',
      locale: 'ja' as const,
    };
    runInContext(context, () => logger.warn({ postId: 'p' }, 'was late', 'Posts'));
    expect(lines[0]).toMatchObject({
      level: 'warn',
      context: 'Posts',
      msg: 'was late',
      postId: 'p',
      service: 'timeline',
      requestId: 'r-1',
      traceId: 't-1',
    });
  });

  it('never hold secrets', () => {
    logger.log(
      {
        headers: { authorization: 'Bearer abc', cookie: 'x=abc', 'set-cookie': 'x=abc' },
        body: { password: 'abc', token: 'abc', accessToken: 'abc' },
        password: 'abc',
        request: { headers: { authorization: 'abc' } },
      },
      'Name',
    );
    expect(JSON.stringify(lines[0])).not.toContain('abc');
  });

  it('keep errors with their stack, and leave out what is below the level', () => {
    logger.error(new TypeError('broken'), 'Name');
    logger.error('Something', 'Error: x\n    at y', 'Name');
    logger.debug('unseen', 'Name');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ msg: 'broken', err: { type: 'TypeError' } });
    expect(lines[1]).toMatchObject({ msg: 'Something', stack: 'Error: x\n    at y' });
  });
});
