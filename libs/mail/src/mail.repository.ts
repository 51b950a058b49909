import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  WorkRepository,
  storageKey,
  type Store,
  type Update,
} from '@engawa/persistence';
import { RETENTION_MS } from './mail.rules';
import { mailSchema, type MailDocument } from './mail.schema';

/** The queue of unsent mails. */
@Injectable()
export class MailRepository extends WorkRepository<MailDocument> {
  constructor(@InjectStore(mailSchema) store: Store<MailDocument>) {
    super(store);
  }

  /** Enqueues a mail; an entry with the same id stays as it is. */
  async enqueue(
    space: string,
    mail: Pick<MailDocument, 'id' | 'to' | 'subject' | 'text' | 'html' | 'about'>,
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

  /** Keeps the mail queued until `dueAt`, with the reason of the failed attempt. */
  async markForRetry(mail: MailDocument, error: string, dueAt: Date): Promise<void> {
    await this.set(mail, { $set: { error, dueAt, attempts: mail.attempts + 1 } });
  }

  /** The mail is sent or given up; its texts are deleted. */
  async finish(
    mail: MailDocument,
    { state, error, attempts }: Pick<MailDocument, 'state' | 'error' | 'attempts'>,
    at: Date,
  ): Promise<void> {
    const leavesAt = new Date(at.getTime() + RETENTION_MS);
    await this.set(mail, {
      $set: { state, error, attempts, text: '', html: '', leavesAt },
      $unset: { dueAt: 1 },
    });
  }

  private set({ space, id }: MailDocument, update: Update): Promise<MailDocument | null> {
    return this.updateWhere(space, { _id: storageKey(space, id) }, update);
  }
}
