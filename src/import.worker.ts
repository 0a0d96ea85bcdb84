/** The worker that reads bank files and compares them with an account, so that the screen is never blocked. */
import type { ImportRequest } from './import/worker/messages.ts';
import { serveImport } from './import/worker/server.ts';

const take = serveImport((answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => take(data));
