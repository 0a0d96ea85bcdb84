import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type Listening = {
  port: number;
  /** From now on requests are answered; those that came before have waited. */
  open(answer: RequestListener, upgrade: UpgradeListener): void;
  stop(): Promise<void>;
};

/** Takes the port. Throws with a sentence for the person at the terminal when somebody else has it. */
export async function listen(port: number, host: string): Promise<Listening> {
  const opened = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await opened.promise)(request, response));
  // A proxy in front may keep idle connections for a minute; closing them first would lose its next request.
  server.keepAliveTimeout = 65_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken by another program. Set PORT to a free one.`, { cause });
    }
    throw cause;
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    open(answer, upgrade) {
      server.on('upgrade', upgrade);
      opened.resolve(answer);
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      // Requests under way get a moment to finish.
      const timer = setTimeout(() => server.closeAllConnections(), 2000);
      await closed;
      clearTimeout(timer);
    },
  };
}
