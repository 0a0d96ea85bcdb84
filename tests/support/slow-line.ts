/** A line between browsers and a backend that carries so many bytes a second, and that can be cut. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowLine {
  url: string;
  /** How many bytes it has carried so far. */
  carried(): number;
  /** How much the line carries from now on. */
  setSpeed(bytesPerSecond: number): void;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  /** Takes connections again. */
  mend(): void;
  stop(): Promise<void>;
}

/** All connections to the backend at `port` share the line for its answers, in the order in which they come. */
export async function startSlowLine(port: number, bytesPerSecondAtStart: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let bytesPerSecond = bytesPerSecondAtStart;
  /** When the line has carried all that was given to it, in milliseconds. */
  let freeAt = 0;
  let carried = 0;

  async function carry(chunk: Buffer): Promise<void> {
    carried += chunk.length;
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (chunk.length / bytesPerSecond) * 1000;
    await pause(freeAt - now);
  }

  const server = createServer((browser) => {
    if (isCut) return void browser.destroy();
    const backend = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [browser, backend],
      [backend, browser],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    browser.pipe(backend);
    backend.on('data', async (chunk) => {
      backend.pause();
      await carry(chunk);
      browser.write(chunk);
      backend.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');

  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    carried: () => carried,
    setSpeed(speed) {
      bytesPerSecond = speed;
    },
    cut,
    mend() {
      isCut = false;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
