import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Post, Task } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { eventually, password } from './api';
import { Assistant } from './assistant';
import { describeInBrowser, openWindow } from './browser';
import { Space } from './space';

/**
 * The client side of an assistant: its stored secrets and the redirect address that it listens on.
 */
class Program implements OAuthClientProvider {
  information: OAuthClientInformationMixed | undefined;
  issued: OAuthTokens | undefined;
  authorization: URL | null = null;
  private verifier = '';

  private constructor(
    private readonly server: Server,
    readonly redirectUrl: string,
    readonly arrived: () => Promise<URLSearchParams>,
  ) {}

  static async start(): Promise<Program> {
    const queries: URLSearchParams[] = [];
    const server = createServer(({ url }, answer) => {
      const address = new URL(url!, 'http://here');
      if (address.pathname === '/callback') queries.push(address.searchParams);
      answer.end('done');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const arrived = () =>
      eventually(() => {
        const query = queries.shift();
        if (!query) throw new Error('nobody came back');
        return query;
      });
    return new Program(server, `http://127.0.0.1:${port}/callback`, arrived);
  }

  get clientMetadata() {
    return {
      client_name: '議事録くん',
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: 'none',
    };
  }
  state = () => 'state-of-the-program';
  clientInformation = () => this.information;
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens = () => this.issued;
  saveTokens(tokens: OAuthTokens): void {
    this.issued = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.authorization = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
  invalidateCredentials(): void {
    this.issued = undefined;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describeInBrowser("an assistant's first hour (API-5)", () => {
  let space: Space;
  let program: Program;
  let url: string;
  let page: Page;

  beforeAll(async () => {
    space = await Space.enter({ posts: 20 });
    url = space.publicUrl;
    program = await Program.start();
    ({ page } = await openWindow(url));
  }, 180_000);
  afterAll(async () => {
    program?.stop();
  });

  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider: program });

  /** The program finds out where to ask, registers itself and sends the browser to the consent page. */
  async function askForConsent(): Promise<StreamableHTTPClientTransport> {
    program.issued = undefined;
    const asking = transport();
    await expect(Assistant.over(asking)).rejects.toThrow(UnauthorizedError);
    expect(program.authorization).not.toBeNull();
    return asking;
  }

  it('is refused where its person does not allow it', async () => {
    await askForConsent();
    await page.goto(program.authorization!.href);
    // Nobody is signed in yet; afterwards the consent page is there again.
    await page.locator('input[type=email]').fill(space.email('staff'));
    await page.locator('input[type=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.getByText('「議事録くん」が').waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('会員の名前・会社・メモなど');
    expect(text).toContain('あなたの名前で投稿とコメントを書き、タスクを作る');
    expect(text).toContain(new URL(program.redirectUrl).host);
    await page.getByRole('button', { name: '許可しない' }).click();
    const query = await program.arrived();
    expect([query.get('error'), query.get('state')]).toEqual([
      'access_denied',
      'state-of-the-program',
    ]);
  });

  it('searches, reads a brief, posts, makes and finishes a task, until it is disconnected', async () => {
    const asking = await askForConsent();
    await page.goto(program.authorization!.href);
    await page.getByRole('button', { name: '許可する' }).click();
    const query = await program.arrived();
    expect([query.get('state'), query.get('iss')]).toEqual(['state-of-the-program', url]);
    await asking.finishAuth(query.get('code')!);
    const first = program.issued!;
    const assistant = await Assistant.over(transport());

    const found = await assistant.use<{ total: number }>('search_posts', { query: '' });
    expect(found.total).toBeGreaterThan(10);
    const people = await assistant.use<{ members: { id: string }[] }>('find_members');
    const member = people.members[0]!;
    expect(await assistant.use('member_brief', { memberId: member.id })).toMatchObject({
      member: { id: member.id },
    });
    const written = await assistant.use<{ postId: string }>('write_post', {
      memo: '議事録: 夏祭りの打ち合わせ',
      memberIds: [member.id],
    });
    const task = await assistant.use<{ taskId: string }>('create_task', {
      postId: written.postId,
      memo: '会場を予約する',
      assigneeId: 'me',
    });
    const staff = await space.signIn('staff');
    const { body: post } = await staff.get<Post>(`/posts/${written.postId}`);
    expect(post.ownerId).toBe(staff.staffId);
    await eventually(async () => {
      const today = await assistant.use<{ myTasks: { taskId: string }[] }>('today');
      expect(today.myTasks.map(({ taskId }) => taskId)).toContain(task.taskId);
    });
    await eventually(() => assistant.use('finish_task', { taskId: task.taskId }));
    await eventually(async () => {
      const { body } = await staff.get<Task>(`/tasks/${task.taskId}`);
      expect(body.task.status).toBe('done');
    });

    // Its token is made for /mcp: the REST API and the live stream refuse it.
    for (const path of ['/posts', '/live', '/session']) {
      const answer = await staff.withToken(first.access_token).get(path);
      expect([answer.status, answer.body['code']]).toEqual([401, 'auth.token-invalid']);
    }
    // A token that ended is renewed without asking again.
    program.issued = { ...first, access_token: `${first.access_token.slice(0, -8)}AAAAAAAA` };
    await (await Assistant.over(transport())).use('today');
    expect(program.issued!.refresh_token).not.toBe(first.refresh_token);

    await page.goto(`${url}/profile`);
    await page.getByRole('button', { name: '議事録くん を切断する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '切断する' }).click();
    await page.getByText('つながっているアシスタントはありません').waitFor();
    program.authorization = null;
    await eventually(async () => {
      await expect(assistant.call('today', {})).rejects.toThrow(UnauthorizedError);
    });
    expect(program.authorization).not.toBeNull();
  });

  it('shows what is wrong with a request instead of redirecting the browser', async () => {
    const address = new URL(program.authorization!);
    address.searchParams.set('redirect_uri', 'https://evil.example/');
    await page.goto(address.href);
    await page.getByText('知らないプログラムからの依頼です').waitFor();
    expect(new URL(page.url()).origin).toBe(url);
    const incomplete = new URL(program.authorization!);
    incomplete.searchParams.delete('code_challenge');
    await page.goto(incomplete.href);
    await page.getByText('足りないものがあります').waitFor();
    expect(new URL(page.url()).origin).toBe(url);
  });
});
