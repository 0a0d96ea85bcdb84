/** The worker that keeps an account's transactions in memory, so that filtering and sorting never block the screen. */
import { serveSearch } from '#store/search/server';

const take = serveSearch((answer) => postMessage(answer));

addEventListener('message', (event: MessageEvent<unknown>) => take(event.data));
