import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module } from '@nestjs/common';
import { EventsModule } from '@engawa/events';
import { explainOf, inSystemScope, PersistenceModule } from '@engawa/persistence';
import { defineService } from '@engawa/service-kit';
import { eventually, startTestService, type TestService } from '@engawa/testing';
import { register } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { MailQueue } from './mail-queue.service';
import { z } from 'zod';
import { mailConfig } from './mail.config';
import { MailModule } from './mail.module';
import { MailRepository } from './mail.repository';
import { mailSchema } from './mail.schema';

@Module({
  imports: [
    PersistenceModule.forRoot({ schemas: [mailSchema] }),
    EventsModule.forRoot(),
    MailModule.forRoot(),
  ],
})
class MailingModule {}

const mailing = defineService({
  name: 'mailing',
  config: mailConfig.extend({ MONGODB_URI: z.string() }),
  module: MailingModule,
});
const content = {
  locale: 'ja',
  subject: 'パスワードの再設定',
  greeting: '縁側 花子 様',
  paragraphs: ['下のボタンから新しく決めてください。'],
  action: { label: '再設定する', url: 'https://engawa.example/actions/passwords/submit?token=x' },
} as const;

/** A real SMTP server on loopback that can reject mails. */
class Postbox {
  readonly mails: { to: string[]; source: string }[] = [];
  /** Answer per recipient; null accepts. */
  refuse: (to: string) => { responseCode: number; message: string } | null = () => null;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = this.refuse(address);
      done(refusal ? Object.assign(new Error(refusal.message), refusal) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        this.mails.push({ to, source: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });

  listen(port = 0): Promise<number> {
    return new Promise((resolve) => {
      this.server.listen(port, '127.0.0.1', () =>
        resolve((this.server.server.address() as AddressInfo).port),
      );
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

describe('over SMTP (IDN-12)', () => {
  const postbox = new Postbox();
  let service: TestService;
  let queue: MailQueue;
  let mails: MailRepository;

  beforeAll(async () => {
    const port = await postbox.listen();
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Engawa <box@engawa.example>' };
    service = await startTestService(mailing, { env });
    queue = service.running.app.get(MailQueue);
    mails = service.running.app.get(MailRepository);
  });
  afterAll(async () => {
    await service?.stop();
    await postbox.close();
  });

  it('sends text and HTML, and forgets what was in the mail', async () => {
    await queue.post('space-a', 'hanako@example.com', content, { id: 'mail-1' });
    await eventually(() => expect(postbox.mails).toHaveLength(1));
    const { to, source } = postbox.mails[0]!;
    expect(to).toEqual(['hanako@example.com']);
    expect(source).toContain('Message-ID: <mail-1@engawa.example>');
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
    expect(source).toContain('Auto-Submitted: auto-generated');
    await eventually(async () =>
      expect(await mails.findById('space-a', 'mail-1')).toMatchObject({ state: 'sent', text: '' }),
    );
  });

  it('shows its queue in the metrics', async () => {
    // Counted after the mail is stored as sent.
    await eventually(async () => {
      const attempts = await register.getSingleMetric('engawa_work_attempts_total')!.get();
      expect(attempts.values).toContainEqual(
        expect.objectContaining({ labels: { queue: 'mails-mailing', outcome: 'done' }, value: 1 }),
      );
    });
    const waiting = await register.getSingleMetric('engawa_work_waiting')!.get();
    expect(waiting.values).toEqual([{ labels: { queue: 'mails-mailing' }, value: 0 }]);
  });

  it('sends a mail that is posted twice under one id once', async () => {
    const before = postbox.mails.length;
    await queue.post('space-a', 'a@example.com', content, { id: 'mail-2' });
    await queue.post('space-a', 'a@example.com', content, { id: 'mail-2' });
    await queue.post('space-a', 'b@example.com', content);
    await eventually(() => expect(postbox.mails).toHaveLength(before + 2));
  });

  it('gives up after a permanent refusal (5xx), and retries after a temporary one (4xx)', async () => {
    postbox.refuse = (to) =>
      to.startsWith('gone')
        ? { responseCode: 550, message: 'No such mailbox' }
        : { responseCode: 451, message: 'Later, please' };
    await queue.post('space-a', 'gone@example.com', content, { id: 'mail-3' });
    await queue.post('space-a', 'later@example.com', content, { id: 'mail-4' });
    await eventually(async () => {
      expect(await mails.findById('space-a', 'mail-3')).toMatchObject({
        state: 'failed',
        attempts: 1,
        html: '',
      });
      const later = await mails.findById('space-a', 'mail-4');
      expect(later).toMatchObject({ state: 'queued', attempts: 1 });
      expect(later!.error).toContain('Later, please');
      expect(later!.dueAt!.getTime()).toBeGreaterThan(Date.now());
    });
    postbox.refuse = () => null;
  });

  it('sends what was left after a restart', async () => {
    const left = (await mails.findById('space-a', 'mail-4'))!;
    await mails.markForRetry(left, 'stopped', new Date());
    await service.restart('mailing');
    await eventually(() =>
      expect(postbox.mails.flatMap(({ to }) => to)).toContain('later@example.com'),
    );
    queue = service.running.app.get(MailQueue);
    mails = service.running.app.get(MailRepository);
  });

  it('does not send finished mails of an earlier version again, which have a due time', async () => {
    const before = postbox.mails.length;
    await mails['updateMany']('space-a', { id: 'mail-1' }, { $set: { dueAt: new Date() } });
    await eventually(async () => {
      const mail = await mails.findById('space-a', 'mail-1');
      expect(mail).toMatchObject({ state: 'sent', attempts: 1 });
      expect(mail!.dueAt).toBeUndefined();
    });
    expect(postbox.mails).toHaveLength(before);
  });

  it('finds due mails by their index', async () => {
    const plan = await inSystemScope('a test of the plan', () =>
      explainOf(mails.dueQuery(new Date(), 20)),
    );
    expect(plan.index).toBe('dueAt_1');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});

describe('into a folder (IDN-12)', () => {
  it('writes one .eml file for each mail', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'engawa-mails-'));
    const service = await startTestService(mailing, { env: { MAIL_DIR: folder } });
    try {
      const queue = service.running.app.get(MailQueue);
      await queue.post('space-a', 'hanako@example.com', content, { id: 'mail-1' });
      await eventually(() => expect(readdirSync(folder)).toEqual(['mail-1.eml']));
      const source = readFileSync(path.join(folder, 'mail-1.eml'), 'utf8');
      expect(source).toContain('To: hanako@example.com');
      expect(source).toContain('From: Engawa <no-reply@localhost>');
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
