/** The worker that reads bank files and compares them with an account, so that the screen is never blocked. */
import { takeMessages } from '#store/database/in-worker';
import { serveImport } from './import/worker/server.ts';

takeMessages(
  self,
  serveImport((answer) => postMessage(answer)),
);
