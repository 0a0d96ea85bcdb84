import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Log } from '../log.ts';
import type { MailOutbox } from '../mail/mail.ts';
import { outboxPolicy, renderOutbox } from '../mail/outbox-page.ts';
import { connectionFailure, isConnectionError } from '../postgres/connection-error.ts';
import { QueryTooLarge } from '../rest/query-limits.ts';
import type { Secrets } from '../secrets.ts';
import { type Answer, isDirectLoopback, isLoopback, json, send } from './answers.ts';
import { type CallerAddress, homeNetworkOf, networkOf } from './caller-address.ts';
import { refuseWithoutKey } from './check-caller.ts';
import { createContentPolicy } from './content-policy.ts';
import type { Cors } from './cors.ts';
import { JsonTooLarge } from './json-scan.ts';
import { limits } from './limits.ts';
import type { Pace, Turn } from './pace.ts';
import { BodyTooLarge, CallerGone } from './read-body.ts';
import type { Route } from './route.ts';
import type { StaticApp } from './static-app.ts';
import { tooManyUnderWay } from './too-many.ts';
import { noteVisit, TooMuchUnderWay, type UnderWay, visitOf } from './under-way.ts';

export type FrontServerOptions = {
  rest: Route;
  auth: Route;
  functions: Route;
  app: StaticApp;
  cors: Cors;
  /** The backend's address that GET /config.json tells the app. Null: the address that the browser used. */
  publicUrl: string | null;
  /** Whether there is no mail server. GET /config.json tells it the app, which then offers links to hand over. */
  keepsMails: boolean;
  secrets: Secrets;
  callerAddress: CallerAddress;
  underWay: UnderWay;
  pace: Pace;
  /** Null when the page is not offered: with a mail server, or when others than this machine can reach it. */
  outbox: { mails: MailOutbox; key: string } | null;
  /** Throws when the backend cannot work. */
  checkHealth: () => Promise<void>;
  log: Log;
};

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Handles each request of the one HTTP server: routes it by its path, and adds the headers that every response needs.
 */
export function createFrontServer(options: FrontServerOptions): RequestListener {
  const contentPolicy = createContentPolicy(options.publicUrl);
  return (request, response) => {
    const started = performance.now();
    const over = whenOver(request, response);
    const read = whenRead(request, response, over);
    const turn = options.pace(homeNetworkOf(options.callerAddress(request)));
    void untilTurn(turn, over)
      .then((hasCome) => (hasCome ? answer(options, request) : NOBODY_WAITS))
      .then((result) => {
        visitOf(request)?.holdAnswer(result.body.length);
        return result;
      })
      .catch((error: unknown) => answerFailure(error, request, options.log))
      .then(async (result) => {
        const headers = {
          'content-security-policy': contentPolicy(request.headers.host ?? ''),
          ...securityHeaders,
          ...options.cors(request),
          ...result.headers,
        };
        await send(request, response, { ...result, headers });
        if (result.status >= 500) {
          const route = (request.url ?? '').split('/').slice(1, 3).join('/').split('?')[0] ?? '';
          const milliseconds = Math.round(performance.now() - started);
          options.log('request.failed', { route, status: result.status, milliseconds });
        }
      })
      .catch((error: unknown) => {
        options.log('response.failed', describeError(error));
        response.destroy();
      })
      // A caller who hangs up earlier does not end the work, nor free what it holds.
      .then(() => read)
      .finally(() => visitOf(request)?.end());
  };
}

/** What nobody is there to read. */
const NOBODY_WAITS: Answer = { status: 499, headers: {}, body: '' };

/**
 * Whether the turn of the request comes before its caller is gone. A request whose caller is gone is forgotten at once:
 * who opens and ends connections without end would fill the memory with what waits.
 */
async function untilTurn({ wait, giveBack }: Turn, over: AbortSignal): Promise<boolean> {
  if (wait < 1) return true;
  try {
    await delay(wait, undefined, { signal: over });
    return true;
  } catch {
    giveBack();
    return false;
  }
}

/**
 * Ends when the caller has the response, or is gone. Node 20 says nothing of that to a response that waits behind
 * another one on its connection.
 */
function whenOver({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const over = new AbortController();
  const end = () => {
    response.off('close', end);
    socket.off('close', end);
    over.abort();
  };
  response.once('close', end);
  socket.once('close', end);
  if (socket.destroyed) end();
  return over.signal;
}

/** Resolves when the caller has the response, or is gone. A caller has a limited time to read it. */
function whenRead(request: IncomingMessage, response: ServerResponse, over: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  response.once('prefinish', () => {
    timer = setTimeout(() => request.socket.destroy(), limits.answerSeconds.most * 1000);
    timer.unref();
  });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (over.aborted) end();
    else over.addEventListener('abort', end, { once: true });
  });
}

async function answer(options: FrontServerOptions, request: IncomingMessage): Promise<Answer> {
  const url = parseUrl(request);
  if (url === null) return json(400, { message: 'Bad request' });
  const path = url.pathname;
  const api = findApi(options, path);
  if (api) return answerApi(options, api, request, url);
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { message: 'Method not allowed' });
  switch (path) {
    case '/healthz':
      return answerHealth(options);
    case '/config.json': {
      const { publicUrl, keepsMails, secrets } = options;
      const config = { supabaseUrl: publicUrl ?? url.origin, supabaseKey: secrets.publishableKey, keepsMails };
      return json(200, config, { 'cache-control': 'no-cache' });
    }
    case '/outbox':
      return answerOutbox(options.outbox, request, url);
    default:
      return (await options.app(request, path)) ?? json(404, { message: 'Not found' });
  }
}

async function answerApi(options: FrontServerOptions, api: Route, request: IncomingMessage, url: URL): Promise<Answer> {
  if (!plainPath.test(url.pathname)) return json(400, { message: 'Bad path' });
  if (request.method === 'OPTIONS' && api !== options.functions) return { status: 204, headers: {}, body: '' };
  // Links lead browsers to some pages of the auth service. Such requests have no key and no body.
  const refusal = hasBody(request) ? refuseWithoutKey(options.secrets, request) : null;
  if (refusal) return refusal;
  noteVisit(request, options.underWay.enter(networkOf(options.callerAddress(request))));
  return api(request, url);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** The library also reads other spellings of a path (%74oken, //token). Limits know only this one. */
const plainPath = /^(\/[\w.-]+)+$/;

function findApi(options: FrontServerOptions, path: string): Route | null {
  if (path.startsWith('/rest/v1/')) return options.rest;
  if (path.startsWith('/auth/v1/')) return options.auth;
  if (path.startsWith('/functions/v1/')) return options.functions;
  return null;
}

function parseUrl(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
}

async function answerHealth(options: FrontServerOptions): Promise<Answer> {
  const headers = { 'cache-control': 'no-store' };
  try {
    await options.checkHealth();
    return json(200, { status: 'ok' }, headers);
  } catch (error) {
    options.log('health.failed', describeError(error));
    return json(503, { status: 'down' }, headers);
  }
}

/** Mails hold sign-in links. So only this machine's owner sees them, and no page that made its own name point here. */
async function answerOutbox(outbox: FrontServerOptions['outbox'], request: IncomingMessage, url: URL): Promise<Answer> {
  const isOwner = isDirectLoopback(request) && isLoopback(url.hostname) && url.searchParams.get('key') === outbox?.key;
  if (outbox === null || !isOwner) return json(404, { message: 'Not found' });
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': outboxPolicy,
    },
    body: renderOutbox(await outbox.mails.list()),
  };
}

function answerFailure(error: unknown, request: IncomingMessage, log: Log): Answer {
  if (error instanceof TooMuchUnderWay) return tooManyUnderWay(request.url ?? '', error);
  if (error instanceof BodyTooLarge || error instanceof JsonTooLarge) {
    return json(413, { code: 'PT413', message: error.message, details: null, hint: null });
  }
  if (error instanceof QueryTooLarge) {
    return json(400, { code: 'PT400', message: error.message, details: null, hint: null });
  }
  // The caller is gone, so nobody reads this.
  if (error instanceof CallerGone) return json(400, { message: error.message });
  log('request.error', describeError(error));
  if (isConnectionError(error)) return json(connectionFailure.status, connectionFailure.body);
  return json(500, { code: 'XX000', message: 'Internal server error', details: null, hint: null });
}
