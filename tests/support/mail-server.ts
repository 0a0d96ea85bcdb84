/** A mail server with just enough SMTP to accept mails and show them as they came over the wire. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type TakenMail = { recipients: string[]; message: string };

export type MailServer = {
  /** The value for SMTP_URL. */
  url: string;
  /** Every accepted mail: its recipients and the raw message. */
  mails: TakenMail[];
  /** While true, the server refuses recipients (550). */
  refusing: boolean;
  /** Resolves when the next client names a recipient. That client gets no answer any more. */
  hangAtRecipient(): Promise<void>;
  stop(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  let hanging: (() => void) | null = null;
  const sockets = new Set<Socket>();
  const takeRecipient = (line: string, mail: TakenMail): string | null => {
    if (hanging) {
      hanging();
      hanging = null;
      return null;
    }
    if (mailServer.refusing) return '550 no such mailbox';
    mail.recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
    return '250 ok';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    void converse(socket, takeRecipient, mailServer.mails).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refusing: false,
    hangAtRecipient() {
      const { promise, resolve } = Promise.withResolvers<void>();
      hanging = resolve;
      return promise;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return mailServer;
}

/** Serves one client. Ends when the client goes, or in silence when `takeRecipient` has no answer for it. */
async function converse(
  socket: Socket,
  takeRecipient: (line: string, mail: TakenMail) => string | null,
  mails: TakenMail[],
): Promise<void> {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: TakenMail = { recipients: [], message: '' };
  say('220 mail.example.org');
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const command = line.value.slice(0, 4).toUpperCase();
    if (command === 'RCPT') {
      const reply = takeRecipient(line.value, mail);
      if (reply === null) return;
      say(reply);
    } else if (command === 'DATA') {
      say('354 go on');
      mail.message = await readMessage(lines);
      mails.push(mail);
      mail = { recipients: [], message: '' };
      say('250 taken');
    } else {
      say(command === 'QUIT' ? '221 bye' : '250 ok');
    }
  }
}

async function readMessage(lines: AsyncIterator<string>): Promise<string> {
  const message: string[] = [];
  for (let line = await lines.next(); !line.done && line.value !== '.'; line = await lines.next()) {
    message.push(line.value);
  }
  return message.join('\n');
}
