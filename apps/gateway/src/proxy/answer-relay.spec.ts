import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerRelay } from './answer-relay';

// The syntax below is V8's own.
setFlagsFromString('--allow-natives-syntax');
const isYoung = new Function('value', 'return %InYoungGeneration(value)') as (
  value: unknown,
) => boolean;

it('keeps no request in the old generation of the heap', () => {
  const raw = new EventEmitter();
  const ignored = () => undefined;
  const options = { added: {}, policies: {}, timeoutMs: 1, queueTimeoutMs: 1, sendAgain: null };
  const reply = { raw } as unknown as FastifyReply;
  new AnswerRelay({} as FastifyRequest, reply, options, ignored, ignored);
  expect(raw.listeners('close').map(isYoung)).toEqual([true]);
});
