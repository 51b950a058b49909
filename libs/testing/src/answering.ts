import {
  createTransport,
  eventsConfig,
  prometheusEventMetrics,
  type EventTransport,
} from '@engawa/events';
import { parseConfig } from '@engawa/service-kit';
import type { TestService } from './test-system';

/**
 * Answers questions as another service would, in the test's hands; a function of the payload for each question's
 * name. The transport is for whatever else that service does; the test closes it before it stops its own service.
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
