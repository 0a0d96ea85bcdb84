/** A provider of third-party sign-in that speaks like GitHub. It has one user, who says yes or no. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface IdentityProvider {
  /** The value for GITHUB_URL. */
  url: string;
  /** The user who is signed in there. */
  user: { id: number; login: string; name: string; email: string; verified: boolean };
  /** Whether the user lets the app in. */
  consents: boolean;
  stop(): Promise<void>;
}

/** Codes and tokens are good for one use, and only with the application's secret. */
export async function startIdentityProvider(application: { id: string; secret: string }): Promise<IdentityProvider> {
  const codes = new Set<string>();
  const tokens = new Set<string>();
  const issue = (to: Set<string>) => {
    const value = crypto.randomUUID();
    to.add(value);
    return value;
  };

  const authorize = (response: ServerResponse, asked: URLSearchParams) => {
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (provider.consents && asked.get('client_id') === application.id) back.searchParams.set('code', issue(codes));
    else {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'Call 555-0100 to unlock your account');
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.url);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/login/oauth/authorize') return authorize(response, url.searchParams);
    if (url.pathname === '/login/oauth/access_token') {
      const form = await readForm(request);
      const known = form.get('client_secret') === application.secret && codes.delete(form.get('code') ?? '');
      return json(
        200,
        known ? { access_token: issue(tokens), token_type: 'bearer' } : { error: 'bad_verification_code' },
      );
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return json(401, {});
    const { email, verified, ...profile } = provider.user;
    if (url.pathname === '/api/v3/user') return json(200, profile);
    return json(200, [{ email, verified, primary: true }]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const provider: IdentityProvider = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    user: { id: 7, login: 'ada', name: 'Ada', email: 'ada@example.org', verified: true },
    consents: true,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return provider;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
