import {
  newId,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
  sourceOf,
} from '@engawa/events';
import type { KafkaNames } from './kafka-names';
import type { SupervisedConsumer, SupervisedConsumerOptions } from './supervised-consumer';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface Reply {
  id: string;
  asker: string;
  answer?: unknown;
  error?: string;
}

/** What questions need of the transport. */
interface Channel {
  send(topic: string, key: string, value: unknown): Promise<void>;
  consume(options: Omit<SupervisedConsumerOptions, 'ensureTopics'>): SupervisedConsumer;
}

/**
 * Questions between services over topics: one per answering service, and one for all answers, of
 * which each process picks its own.
 */
export class KafkaQuestions {
  private readonly process = newId();
  private readonly waiting = new Map<string, Waiting>();
  private answers: SupervisedConsumer | null = null;

  constructor(
    private readonly names: KafkaNames,
    private readonly channel: Channel,
  ) {}

  /** Each question goes to one replica of the group; an error is sent to the asker as text. */
  answer(answerer: QuestionAnswerer): void {
    this.channel.consume({
      groupId: `${this.names.group(answerer.service)}.answering`,
      topics: [this.names.questions(answerer.service)],
      fromBeginning: false,
      run: {
        eachMessage: async ({ message }) => {
          const asked = parsed<{ name: string; question: Question; asker: string }>(message.value);
          if (!asked || !message.key) return;
          const reply = await answerer.answer(asked.name, asked.question).then(
            (answer) => ({ answer: answer ?? null }),
            (error: unknown) => ({ error: String((error as Error)?.message ?? error) }),
          );
          const id = message.key.toString();
          await this.channel.send(this.names.answers(), id, { ...reply, id, asker: asked.asker });
        },
      },
    });
  }

  /** Throws `QuestionUnanswered` at the timeout; Kafka cannot tell that nobody answers. */
  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const id = newId();
    const answered = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    const asked = async (): Promise<unknown> => {
      this.answers ??= this.consumeAnswers();
      await this.answers.ready;
      const asker = this.process;
      await this.channel.send(this.names.questions(sourceOf(name)), id, { name, question, asker });
      return answered;
    };
    try {
      // A race, so that no rejection is unhandled.
      return await answerWithin(name, timeoutMillis, Promise.race([asked(), answered]));
    } finally {
      this.waiting.delete(id);
    }
  }

  private consumeAnswers(): SupervisedConsumer {
    return this.channel.consume({
      groupId: `${this.names.prefix}.answers.${this.process}`,
      topics: [this.names.answers()],
      fromBeginning: false,
      run: {
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const reply = parsed<Reply>(message.value);
          if (reply?.asker !== this.process) return;
          const waiting = this.waiting.get(reply.id);
          if (reply.error === undefined) waiting?.resolve(reply.answer);
          else waiting?.reject(new QuestionUnanswered('question', reply.error));
        },
      },
    });
  }
}

/** Null for invalid JSON. */
function parsed<T>(value: Buffer | null): T | null {
  try {
    return value && (JSON.parse(value.toString()) as T);
  } catch {
    return null;
  }
}

/** The answer to a question; throws `QuestionUnanswered` when it failed or is late. */
async function answerWithin<Answer>(
  question: string,
  timeoutMillis: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), timeoutMillis);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof QuestionUnanswered) throw error;
    throw new QuestionUnanswered(question, String((error as Error)?.message ?? error));
  } finally {
    clearTimeout(timer);
  }
}
