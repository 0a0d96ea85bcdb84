/**
 * The messages between a screen and the search worker. Both ends parse them, because a tab may outlive the version of
 * the worker that it was built with.
 */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { SearchQuery, SearchWindow } from './query.ts';

export const SEARCH_VERSION = 3;

const version = { version: v.literal(SEARCH_VERSION) };

/** A query for a window in this user's database. The answer repeats the `id`. */
export const SearchRequest = v.object({ ...version, id: v.number(), userId: Id, query: SearchQuery });

/** `malformed`: the request does not match this version. `storage`: the database could not be read. */
export const SearchFailure = v.picklist(['malformed', 'storage']);

export const SearchAnswer = v.variant('kind', [
  v.object({ ...version, kind: v.literal('window'), id: v.number(), window: SearchWindow }),
  v.object({ ...version, kind: v.literal('failed'), id: v.nullable(v.number()), reason: SearchFailure }),
  /** Something changed in a scope that was queried, so earlier answers may be out of date. */
  v.object({ ...version, kind: v.literal('changed'), scope: v.string() }),
]);

export type SearchRequest = v.InferOutput<typeof SearchRequest>;
export type SearchFailure = v.InferOutput<typeof SearchFailure>;
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;
