/** The worker that writes, reads and restores copies of everything, so that the screen is never blocked. */
import type { CopyRequest } from '#store/copies/worker/messages';
import { serveCopies } from '#store/copies/worker/server';

const take = serveCopies((answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<CopyRequest>) => take(data));
