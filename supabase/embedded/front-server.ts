import type { IncomingMessage, RequestListener } from 'node:http';
import { type Answer, BodyTooLarge, isDirectLoopback, isLoopback, json, send } from './answers.ts';
import type { Route } from './api-routes.ts';
import { connectionFailure, isConnectionError } from './connection-error.ts';
import { createContentPolicy } from './content-policy.ts';
import type { Cors } from './cors.ts';
import { describeError, type Log } from './log.ts';
import type { Outbox } from './mail.ts';
import { outboxPolicy, renderOutbox } from './outbox-page.ts';
import type { StaticApp } from './static-app.ts';

export type FrontServerOptions = {
  rest: Route;
  auth: Route;
  functions: Route;
  app: StaticApp;
  cors: Cors;
  /** What GET /config.json tells the app: where its backend is. Null: at the address the browser used. */
  publicUrl: string | null;
  publishableKey: string;
  /** Null when its page is not offered: with a mail server, or when others than this machine can be at the other end. */
  outbox: { mails: Outbox; key: string } | null;
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

/** What the one HTTP server does with a request: routes by path, and gives every answer the headers it needs. */
export function createFrontServer(options: FrontServerOptions): RequestListener {
  const contentPolicy = createContentPolicy(options.publicUrl);
  return (request, response) => {
    const started = performance.now();
    answer(options, request)
      .catch((error: unknown) => answerFailure(error, options.log))
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
      });
  };
}

async function answer(options: FrontServerOptions, request: IncomingMessage): Promise<Answer> {
  const url = parseUrl(request);
  if (url === null) return json(400, { message: 'Bad request' });
  const path = url.pathname;
  const api = findApi(options, path);
  if (api) {
    if (!plainPath.test(path)) return json(400, { message: 'Bad path' });
    if (request.method === 'OPTIONS' && api !== options.functions) return { status: 204, headers: {}, body: '' };
    return api(request, url);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { message: 'Method not allowed' });
  switch (path) {
    case '/healthz':
      return answerHealth(options);
    case '/config.json': {
      const config = { supabaseUrl: options.publicUrl ?? url.origin, supabaseKey: options.publishableKey };
      return json(200, config, { 'cache-control': 'no-cache' });
    }
    case '/outbox':
      return answerOutbox(options.outbox, request, url);
    default:
      return (await options.app(request, path)) ?? json(404, { message: 'Not found' });
  }
}

/** The library reads other spellings of a path too (%74oken, //token); limits know only this one. */
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

/** Mails hold sign-in links, so only this machine's owner sees them, and no page that made its own name point here. */
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

function answerFailure(error: unknown, log: Log): Answer {
  if (error instanceof BodyTooLarge) return json(413, { message: error.message }, { connection: 'close' });
  log('request.error', describeError(error));
  if (isConnectionError(error)) return json(connectionFailure.status, connectionFailure.body);
  return json(500, { code: 'XX000', message: 'Internal server error', details: null, hint: null });
}
