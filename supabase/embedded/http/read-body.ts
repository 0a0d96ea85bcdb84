import type { IncomingMessage } from 'node:http';
import { JsonScan } from './json-scan.ts';
import { limits } from './limits.ts';
import { createTurns, type Turns } from './turns.ts';
import { visitOf } from './under-way.ts';

/** A body larger than the limit of its route, in bytes. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes`);
    this.name = 'BodyTooLarge';
  }
}

/** The caller went away before the response. */
export class CallerGone extends Error {
  constructor() {
    super('The caller is gone');
    this.name = 'CallerGone';
  }
}

/** There is one event loop, so all servers in the process share these turns. */
const readTurns = createTurns();
/** Discarded bytes wait longer, 60 MB a second for all together, because many senders may be refused. */
const discardTurns = createTurns((begin) => setTimeout(begin, 1));
/** Bytes of one body that a turn takes. Smaller bodies wait for no turn. */
const bytesOfTurn = 64 * 1024;

/** Looks at a body as its bytes arrive. Throws JsonTooLarge. */
export type BodyScan = { read(bytes: Uint8Array): void };

/**
 * Reads the whole body of a request whose caller was checked. It scans JSON as it comes, so a body that is too much is
 * refused before anything parses it. Whoever is done with a large body calls `freeBody`. Throws BodyTooLarge,
 * JsonTooLarge, TooMuchUnderWay or CallerGone. The connection stays open then, because the caller has to read why.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  scan: BodyScan = new JsonScan(limits.bodyValues.most),
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(new BodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const body = new GrowingBuffer(limit, (bytes) => visitOf(request)?.hold(bytes));
    const taken = takeTurns(request, readTurns);
    const onData = (chunk: Buffer) => {
      try {
        body.add(chunk);
        scan.read(chunk);
      } catch (error) {
        finish();
        request.pause();
        reject(error);
        return;
      }
      taken(chunk);
    };
    const onEnd = () => {
      const whole = body.whole();
      finish();
      resolve(whole);
    };
    const onClose = () => {
      finish();
      reject(new CallerGone());
    };
    const finish = () => {
      body.release();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    request.on('error', () => {});
  });
}

/** Call the result with each piece that came. It pauses the request until its next turn. */
function takeTurns(request: IncomingMessage, turns: Turns): (chunk: Buffer) => void {
  let sinceTurn = 0;
  return (chunk) => {
    sinceTurn += chunk.length;
    if (sinceTurn < bytesOfTurn) return;
    sinceTurn = 0;
    request.pause();
    turns.take(() => request.resume());
  };
}

/** Holds one piece of memory. A body may come in a million pieces, each of which costs more than it holds. */
class GrowingBuffer {
  #bytes = Buffer.allocUnsafeSlow(0);
  #length = 0;
  readonly #limit: number;
  readonly #hold: (bytes: number) => void;

  /** `hold` learns of memory before it is taken. */
  constructor(limit: number, hold: (bytes: number) => void) {
    this.#limit = limit;
    this.#hold = hold;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#limit) throw new BodyTooLarge(this.#limit);
    if (length > this.#bytes.length) this.#grow(length);
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** Hands the body over. */
  whole(): Buffer {
    const whole = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(0);
    return whole;
  }

  release(): void {
    freeBody(this.#bytes);
  }

  #grow(least: number): void {
    const size = Math.min(this.#limit, Math.max(least, 4 * this.#bytes.length));
    this.#hold(size - this.#bytes.length);
    const grown = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(grown, 0, 0, this.#length);
    freeBody(this.#bytes);
    this.#bytes = grown;
  }
}

/**
 * Gives the memory of a body back at once. The collector would leave it there for as long as the process is small, and
 * the next bodies would come on top. Nobody may read the body afterwards: it is empty.
 */
export function freeBody(body: Buffer): void {
  if (body.buffer instanceof ArrayBuffer) body.buffer.transfer(0);
}

/**
 * How much of a refused body's rest the server throws away, and for how long. So an honest caller comes to read the
 * response.
 */
const patience = { bytes: 16 * 1024 * 1024, milliseconds: 20_000 };

/**
 * Reads the rest of a request that was answered already, and keeps nothing of it. Hangs up when the rest is too long.
 */
export function discardRest(request: IncomingMessage): void {
  let left = patience.bytes;
  const timer = setTimeout(() => request.socket.destroy(), patience.milliseconds);
  timer.unref();
  const taken = takeTurns(request, discardTurns);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
    else taken(chunk);
  });
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.on('error', () => {});
  request.resume();
}
