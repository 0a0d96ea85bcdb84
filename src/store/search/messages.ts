/** The messages between a screen and the search worker. Both ends parse them: a tab may outlive the version it was built as. */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { SearchQuery, SearchWindow } from './query.ts';

export const SEARCH_VERSION = 1;

const version = { version: v.literal(SEARCH_VERSION) };

/** Asks for a window in the database of this user; `id` comes back with the answer. */
export const SearchRequest = v.object({ ...version, id: v.number(), userId: Id, query: SearchQuery });

/** `malformed`: the request is none of this version. `storage`: the database could not be read. */
export const SearchFailure = v.picklist(['malformed', 'storage']);

export const SearchAnswer = v.variant('kind', [
  v.object({ ...version, kind: v.literal('window'), id: v.number(), window: SearchWindow }),
  v.object({ ...version, kind: v.literal('failed'), id: v.nullable(v.number()), reason: SearchFailure }),
  /** Something changed in a scope that was asked for: what was answered may be out of date. */
  v.object({ ...version, kind: v.literal('changed'), scope: v.string() }),
]);

export type SearchRequest = v.InferOutput<typeof SearchRequest>;
export type SearchFailure = v.InferOutput<typeof SearchFailure>;
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;
