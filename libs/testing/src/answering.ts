import {
  createTransport,
  eventsConfig,
  prometheusEventMetrics,
  type EventTransport,
} from '@engawa/events';
import { parseConfig } from '@engawa/service-kit';
import type { TestService } from './test-system';

/**
 * Answers questions in place of another service; one function per question name. Returns the
 * transport; close it before stopping the service under test.
 */
export async function answerAs(
  { env }: Pick<TestService, 'env'>,
  service: string,
  answers: Readonly<Record<string, (payload: never) => unknown>>,
): Promise<EventTransport> {
  const transport = createTransport(
    parseConfig(eventsConfig, env),
    service,
    prometheusEventMetrics(),
  );
  await transport.connect();
  await transport.answer({
    service,
    names: Object.keys(answers),
    answer: async (question, { payload }) => answers[question]!(payload as never),
  });
  return transport;
}
