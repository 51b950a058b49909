import assert from 'node:assert';
import { createTransport, type EventTransport } from '@engawa/events';
import { eventually } from './eventually';
import type { TestService } from './test-system';

/** A method's type: an answer may declare the payload that its question has. */
type Answer = { answer(payload: unknown): unknown }['answer'];

/** A transport that has its connection: what follows is at the server when it resolves. */
export async function connectAs(
  env: Readonly<Record<string, string>>,
  service: string,
): Promise<EventTransport> {
  const transport = await createTransport(env, service);
  await transport.connect();
  await eventually(() => assert(transport.isConnected(), 'not connected'));
  return transport;
}

/**
 * Answers questions in place of another service; one function per question name. Returns the
 * transport; close it before stopping the service under test.
 */
export async function answerAs(
  { env }: Pick<TestService, 'env'>,
  service: string,
  answers: Readonly<Record<string, Answer>>,
): Promise<EventTransport> {
  const transport = await connectAs(env, service);
  await transport.answer({
    service,
    names: Object.keys(answers),
    answer: async (question, { payload }) => answers[question]!(payload),
  });
  return transport;
}
