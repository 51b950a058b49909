import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Store,
  storageKey,
} from '@engawa/persistence';
import { RETENTION_MS } from './mail.rules';
import { mailSchema, type MailDocument } from './mail.schema';

/** The queue of unsent mails. */
@Injectable()
export class MailRepository extends SpaceRepository<MailDocument> {
  private readonly ofAllSpaces = this.acrossSpaces('one sender serves all spaces');

  constructor(@InjectStore(mailSchema) store: Store<MailDocument>) {
    super(store);
  }

  /** Enqueues a mail; an entry with the same id stays as it is. */
  async enqueue(
    space: string,
    mail: Pick<MailDocument, 'id' | 'to' | 'subject' | 'text' | 'html'>,
  ): Promise<void> {
    try {
      await this.insert(space, {
        ...mail,
        state: 'queued',
        attempts: 0,
        dueAt: new Date(),
        error: null,
      });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** Mails that are due, the longest waiting first. */
  findDue(now: Date, limit: number): Promise<MailDocument[]> {
    return this.ofAllSpaces.exec(this.dueQuery(now, limit));
  }

  /** The query of {@link findDue}, to test its plan. */
  dueQuery(now: Date, limit: number) {
    return this.ofAllSpaces.query(
      { state: 'queued', dueAt: { $lte: now } },
      { sort: { dueAt: 1 }, limit, hint: 'due' },
    );
  }

  /** How many mails wait or are being sent, in all spaces. */
  countQueued(): Promise<number> {
    return this.ofAllSpaces.count({ state: 'queued' }, { limit: 100_000 });
  }

  /** Claims a mail for one attempt; null when another replica has it. */
  claim(mail: MailDocument, until: Date): Promise<MailDocument | null> {
    return this.updateWhere(
      mail.space,
      { _id: storageKey(mail.space, mail.id), state: 'queued', dueAt: mail.dueAt },
      { $set: { dueAt: until }, $inc: { attempts: 1 } },
    );
  }

  async markSent(mail: MailDocument, at: Date): Promise<void> {
    await this.updateState(mail, { state: 'sent', error: null }, at);
  }

  async markFailed(mail: MailDocument, error: string, at: Date): Promise<void> {
    await this.updateState(mail, { state: 'failed', error }, at);
  }

  /** Keeps the mail queued until `dueAt`, with the reason of the failed attempt. */
  async markForRetry(mail: MailDocument, error: string, dueAt: Date): Promise<void> {
    await this.updateWhere(
      mail.space,
      { _id: storageKey(mail.space, mail.id) },
      {
        $set: { error, dueAt },
      },
    );
  }

  private async updateState(
    mail: MailDocument,
    outcome: { state: 'sent' | 'failed'; error: string | null },
    at: Date,
  ): Promise<void> {
    await this.updateWhere(
      mail.space,
      { _id: storageKey(mail.space, mail.id) },
      {
        $set: { ...outcome, text: '', html: '', leavesAt: new Date(at.getTime() + RETENTION_MS) },
      },
    );
  }
}
