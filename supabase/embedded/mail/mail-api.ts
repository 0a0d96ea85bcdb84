import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { BodyTooLarge, readBody } from '../http/read-body.ts';
import { describeError, type Log } from '../log.ts';
import type { MailSender } from './mail.ts';
import { createSendOnce, type SendOnce } from './sent-once.ts';

/** Most bytes of a mail. */
const limit = 256 * 1024;

const Line = v.pipe(v.string(), v.regex(/^\P{Cc}+$/u));
const GivenMail = v.object({ to: v.strictTuple([Line]), subject: Line, html: v.string(), text: v.string() });

export type MailApi = {
  url: string;
  /** A key that is good for this run of the backend. */
  key: string;
  stop(): Promise<void>;
};

/**
 * The HTTP mail service that edge functions know (functions/send-invitation/mail-api.ts), on a loopback port of its
 * own. It hands each mail to this backend's mail server or mail outbox, and none twice: each needs an
 * `Idempotency-Key`. `from` is the backend's own setting.
 */
export async function startMailApi(mail: MailSender, log: Log): Promise<MailApi> {
  const key = randomBytes(32).toString('base64url');
  const sendOnce = createSendOnce();
  const server = createServer((request, response) => {
    void answer(request, response, { mail, sendOnce, key }).catch((error: unknown) => {
      log('mail.failed', describeError(error));
      end(response, error instanceof BodyTooLarge ? 413 : 502);
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/emails`,
    key,
    async stop() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

type Sending = { mail: MailSender; sendOnce: SendOnce; key: string };

async function answer(request: IncomingMessage, response: ServerResponse, { mail, sendOnce, key }: Sending) {
  if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`)) return end(response, 401);
  if (request.method !== 'POST' || request.url !== '/emails') return end(response, 404);
  const given = v.safeParse(GivenMail, parseJson(await readBody(request, limit)));
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
  if (!given.success || idempotencyKey === '') return end(response, 422);
  const { to, ...rest } = given.output;
  await sendOnce(idempotencyKey, () => mail.send({ to: to[0], ...rest }));
  end(response, 200);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end('{}');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
