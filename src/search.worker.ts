/** The worker that keeps an account's transactions in memory, so that filtering and sorting never block the screen. */
import { takeMessages } from '#store/database/in-worker';
import { serveSearch } from '#store/search/server';

takeMessages(
  self,
  serveSearch((answer) => postMessage(answer)),
);
