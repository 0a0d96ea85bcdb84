import type { IncomingMessage } from 'node:http';
import type { Claims } from '../auth/jwt.ts';
import { type Answer, json } from '../http/answers.ts';
import { type CallerAddress, networkOf } from '../http/caller-address.ts';
import { checkCaller } from '../http/check-caller.ts';
import { createFairQueue, type FairQueue, withOneLeft } from '../http/fair-queue.ts';
import { JsonScan } from '../http/json-scan.ts';
import { limits } from '../http/limits.ts';
import { type BodyScan, BodyTooLarge, CallerGone, freeBody, readBody } from '../http/read-body.ts';
import type { Route } from '../http/route.ts';
import { SeparatorScan } from '../http/separator-scan.ts';
import { visitOf } from '../http/under-way.ts';
import { fromWeb, toWeb } from '../http/web-exchange.ts';
import type { Secrets } from '../secrets.ts';
import type { ApiLibrary } from './api-library.ts';
import { answerDatabaseError, isDatabaseError } from './postgrest-error.ts';
import { checkQuery } from './query-limits.ts';
import type { CallBody, CallRemote } from './remote-calls.ts';

export type RestRouteOptions = {
  library: ApiLibrary;
  callRemote: CallRemote;
  secrets: Secrets;
  callerAddress: CallerAddress;
};

/** Places among the library's ten connections. The others are for signing in. One is for short reads. */
const tablePlaces = { all: 6, ofOne: 3 };

/** /rest/v1: the table API and remote functions. The caller is checked before anything of the body is read. */
export function createRestRoute(options: RestRouteOptions): Route {
  const tableTurns = createFairQueue(tablePlaces.all, tablePlaces.ofOne, withOneLeft(tablePlaces.all));
  return (request, url) => answerRest(options, tableTurns, request, url);
}

async function answerRest(
  options: RestRouteOptions,
  tableTurns: FairQueue,
  request: IncomingMessage,
  url: URL,
): Promise<Answer> {
  const caller = checkCaller(options.secrets, request);
  if (!caller.ok) return caller.refusal;
  const visit = visitOf(request);
  const user = caller.claims.sub;
  if (user !== undefined) visit?.belongTo(user);
  const who = visit?.who() ?? user ?? '';
  const network = networkOf(options.callerAddress(request));

  checkQuery(url);
  const name = isPlainCall(request, url) ? functionOf(url) : null;
  const { bytes, values } = sizeOf(name, caller.claims);
  const scan = new JsonScan(values);
  const body = await readBody(request, bytes, alsoSeparators(request, scan, values));
  const isAwaited = () => !request.socket.destroyed;
  try {
    if (name !== null) {
      const call = { text: body, names: scan.names(), isAwaited };
      const answer = await answerCall(options, name, call, caller.claims, { who, network });
      if (answer !== null) return answer;
      // The database alone reads a push. The library would parse it here.
      if (body.length > limits.bodyBytes.most) throw new BodyTooLarge(limits.bodyBytes.most);
    }
    return await tableTurns.run(
      who,
      async () => {
        if (!isAwaited()) throw new CallerGone();
        return fromWeb(await options.library(toWeb(request, url, body), options.callerAddress(request)));
      },
      network,
    );
  } finally {
    freeBody(body);
  }
}

/** Only JSON has been scanned by `scan`. The library also takes tables and form fields, whatever they begin with. */
function alsoSeparators(request: IncomingMessage, scan: JsonScan, values: number): BodyScan {
  const { 'content-type': type = '' } = request.headers;
  if (!/text\/csv|application\/x-www-form-urlencoded/i.test(type)) return scan;
  const separators = new SeparatorScan(values);
  return {
    read(bytes) {
      separators.read(bytes);
      scan.read(bytes);
    },
  };
}

/** Null: the library has to answer. */
async function answerCall(
  options: RestRouteOptions,
  name: string,
  body: CallBody,
  claims: Claims,
  { who, network }: { who: string; network: string },
): Promise<Answer | null> {
  try {
    const result = await options.callRemote(name, body, claims, who, network);
    return result === null ? null : jsonText(result);
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    const { status, body: problem } = answerDatabaseError(error, claims.role);
    return json(status, problem);
  }
}

function functionOf(url: URL): string | null {
  return /^\/rest\/v1\/rpc\/([A-Za-z_][A-Za-z0-9_]*)$/.exec(url.pathname)?.[1] ?? null;
}

/** The size that this caller may send to that function, or to a table. */
function sizeOf(name: string | null, { role }: Claims): { bytes: number; values: number } {
  if (role === 'anon') return { bytes: limits.smallBytes.most, values: limits.bodyValues.most };
  if (name === 'sync_push') return { bytes: limits.pushBytes.most, values: limits.pushValues.most };
  return { bytes: limits.bodyBytes.most, values: limits.bodyValues.most };
}

/** A remote call without the extras that the library knows (filters, single-object or CSV responses). */
function isPlainCall(request: IncomingMessage, url: URL): boolean {
  const { accept = '*/*', 'content-type': type = '', prefer } = request.headers;
  const json = accept.includes('*/*') || accept.includes('application/json');
  const keys = [...url.searchParams.keys()].filter((key) => key !== 'apikey');
  return request.method === 'POST' && keys.length === 0 && json && type.includes('application/json') && !prefer;
}

function jsonText(text: Buffer): Answer {
  if (text.length === 0) return { status: 204, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
}
