import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { notifications } from '../index';
import { receiverDisabledMail } from './receiver-mail.rules';

describe('a chat or webhook that was turned off (INT-3)', () => {
  let service: TestService;
  let mailDir: string;

  beforeAll(async () => {
    mailDir = mkdtempSync(path.join(tmpdir(), 'engawa-mails-'));
    service = await startTestService(notifications, { env: { MAIL_DIR: mailDir } });
    await service.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    const staffs = [
      { staffId: 'first', role: 'primaryAdmin' },
      { staffId: 'second', role: 'generalAdmin' },
      { staffId: 'left', role: 'generalAdmin', deactivated: true },
      { staffId: 'staff', role: 'staff' },
    ] as const;
    for (const facts of staffs) {
      const email = `${facts.staffId}@example.com`;
      await service.publish(events.staffAdded, { data: staffFacts({ ...facts, email }) });
    }
    const directory = service.running.app.get(Directory);
    await eventually(async () =>
      expect(await directory.listStaffs('space-a')).toHaveLength(staffs.length),
    );
    const english = service.asStaff({ staffId: 'second', role: 'generalAdmin' });
    await english.patch('/notifications/preferences').send({ locale: 'en' }).expect(200);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(mailDir, { recursive: true, force: true });
  });

  const receiversOf = () =>
    readdirSync(mailDir)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => /^To: (.*)$/m.exec(readFileSync(path.join(mailDir, name), 'utf8'))?.[1])
      .sort();

  it('is mailed to every administrator of the space, once', async () => {
    const event = await service.publish(events.receiverDisabled, {
      data: { target: 'w1', name: 'Doors', reason: 'failing', failingSince: null },
    });
    await service.publish(events.receiverDisabled, { ...event, at: new Date(event.at) });
    await service.publish(events.receiverDisabled, {
      space: 'space-b',
      data: { target: 'slack', name: '', reason: 'failing', failingSince: null },
    });
    await eventually(() =>
      expect(receiversOf()).toEqual(['first@example.com', 'second@example.com']),
    );
    const mails = readdirSync(mailDir).map((name) =>
      readFileSync(path.join(mailDir, name), 'utf8'),
    );
    expect(mails.find((mail) => mail.includes('second@'))).toContain(
      'Sending to the webhook Doors was turned off',
    );
  });

  it('is named as people know it, in both languages', () => {
    const url = 'https://engawa.example/admin/space_setting';
    const slack = { target: 'slack', name: '', reason: 'failing' } as const;
    expect(receiverDisabledMail('ja', '花子', slack, url)).toMatchObject({
      subject: 'Slackへの送信を止めました',
      action: { url },
    });
    const gone = { target: 'w1', name: 'example.com', reason: 'gone' } as const;
    const mail = receiverDisabledMail('en', 'Hanako', gone, url);
    expect(mail.subject).toBe('Sending to the webhook example.com was turned off');
    expect(mail.paragraphs.join(' ')).toContain('HTTP 410');
  });
});
