/** The worker that writes, reads and restores copies of everything, so that the screen is never blocked. */
import { serveCopies } from '#store/copies/worker/server';
import { takeMessages } from '#store/database/in-worker';

takeMessages(
  self,
  serveCopies((answer) => postMessage(answer)),
);
