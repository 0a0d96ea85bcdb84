import type { IncomingMessage } from 'node:http';
import type { Answer } from './answers.ts';

/** Answers a request whose path belongs to this route. */
export type Route = (request: IncomingMessage, url: URL) => Promise<Answer>;
