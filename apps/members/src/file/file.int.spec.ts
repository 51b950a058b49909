import { events, memberEntriesQuestion } from '@engawa/contracts';
import { createTransport, eventsConfig, prometheusEventMetrics } from '@engawa/events';
import { parseConfig } from '@engawa/service-kit';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { members } from '../index';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
}, 60_000);
afterAll(() => service?.stop());

describe("a member's file", () => {
  it('is given out with what the search service tells, and noted in the audit log', async () => {
    const { id } = (await admin.post('/members').send({ familyName: '開示' }).expect(201)).body;
    const transport = createTransport(
      parseConfig(eventsConfig, service.env),
      'search',
      prometheusEventMetrics(),
    );
    await transport.connect();
    try {
      await transport.answer({
        service: 'search',
        names: ['search.findMemberEntries'],
        answer: async (_name, question) => {
          expect(memberEntriesQuestion.parse(question.payload).memberId).toBe(id);
          const entry = {
            kind: 'post',
            talkedAt: '2026-01-01T00:00:00.000Z',
            writtenBy: '担当',
            memo: '■■さんと話した',
            attachmentTitles: [],
          };
          return { entries: [entry], complete: true };
        },
      });
      // NATS knows of the answerer a moment after it subscribed; until then nobody answers (503).
      const { body } = await eventually(() => admin.get(`/members/${id}/file`).expect(200));
      expect(body).toMatchObject({
        member: { familyName: '開示' },
        entries: [{ memo: '■■さんと話した' }],
        entriesAreComplete: true,
      });
      await service.asStaff().get(`/members/${id}/file`).expect(403);
      await admin.get('/members/nobody/file').expect(404);
    } finally {
      await transport.close();
    }
    await eventually(() => {
      const told = service.events.named('members.audit.recorded').map((event) => event.data);
      expect(told).toContainEqual(expect.objectContaining({ action: 'members.member.disclosed' }));
    });
  });

  it('is erased for ever, against the name typed', async () => {
    const { id } = (
      await admin
        .post('/members')
        .send({ familyName: '消去', firstName: '太郎', company: '社', memo: '秘密' })
        .expect(201)
    ).body;
    const wrong = await admin.post(`/members/${id}/erase`).send({ familyName: '別' }).expect(422);
    expect(wrong.body.code).toBe('members.file.wrong-name');
    await service.asStaff().post(`/members/${id}/erase`).send({ familyName: '消去' }).expect(403);
    await admin.post(`/members/${id}/erase`).send({ familyName: '消去' }).expect(200);
    const { body } = await admin.get(`/members/${id}`).expect(200);
    expect(JSON.stringify(body)).not.toMatch(/消去[^済]|太郎|社|秘密/);
    expect(body).toMatchObject({ deleted: true, firstName: '', memo: '' });
    await eventually(() => {
      const told = service.events
        .named(events.memberDeleted.name)
        .find((event) => event.aggregate.id === id);
      expect(told?.data).toMatchObject({ firstName: '', company: '', deleted: true });
    });
  });
});
