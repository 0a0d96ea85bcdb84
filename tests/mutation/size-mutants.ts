/** The guards against requests for too much, and against work before rights are checked. */
import type { Mutant } from './mutant.ts';

const occurrencesPushed = 'supabase/migrations/20261130000115_occurrences_pushed.sql';
const sizes = 'supabase/migrations/20261126001300_sizes_by_author.sql';

export const onTooMuch: readonly Mutant[] = [
  {
    guard: 'key: without one, the server waits for no body',
    file: 'supabase/embedded/http/front-server.ts',
    find: 'const refusal = hasBody(request) ? refuseWithoutKey(options.secrets, request) : null;',
    replace: 'const refusal = hasBody(request) && !url ? refuseWithoutKey(options.secrets, request) : null;',
    test: ['tests/backend/security/fair-shares.test.ts', 'answers 401 to a caller without a key'],
  },
  {
    guard: 'JSON: the parser stops at a value that is nested too deep',
    file: 'supabase/embedded/http/json-scan.ts',
    find: 'if (this.#depth > limits.jsonDepth.most) ',
    replace: 'if (this.#depth < 0) ',
    test: ['tests/backend/security/fair-shares.test.ts', 'is not nested deeper than 32 times'],
  },
  {
    guard: 'push: a mutation with very many operations is rejected',
    file: occurrencesPushed,
    find: 'if private.is_too_large(p_mutation) then',
    replace: 'if false then',
    test: ['tests/backend/security/fair-shares.test.ts', 'decides on a mutation of more than 1,000 operations'],
  },
  {
    guard: 'size of a person: a row counts for whoever entered it',
    file: sizes,
    find: 'perform private.gather_size(n.created_by, count(*), sum(private.text_bytes(n)))\n',
    replace: 'perform private.gather_size(auth.uid(), count(*), sum(private.text_bytes(n)))\n',
    test: ['tests/backend/sql/limits-of-a-person.test.ts', 'also when somebody else deletes it and brings it back'],
  },
  {
    guard: 'size of a person: what grows is refused at the limit',
    file: sizes,
    find: 'if (p_rows > 0 or p_bytes > 0) and',
    replace: 'if p_rows > 0 and',
    test: ['tests/backend/sql/limits-of-a-person.test.ts', 'still shortens a text, mends an amount and renames'],
  },
  {
    guard: 'turns: a caller with many waiting requests does not hold up others',
    file: 'supabase/embedded/http/fair-queue.ts',
    find: 'if (list.length > 0) waiting.set(who, list);',
    replace:
      'const others = [...waiting]; waiting.clear(); if (list.length > 0) waiting.set(who, list); ' +
      'for (const [key, one] of others) waiting.set(key, one);',
    test: [
      'supabase/embedded/http/fair-queue.test.ts',
      'a caller with much waiting work does not keep another from the next free place',
    ],
  },
  {
    guard: 'sockets: a connection that breaks off while being refused does not end the process',
    file: 'supabase/embedded/http/listen.ts',
    find: "stream.on('error', () => {});",
    replace: '',
    test: [
      'tests/backend/security/sockets.test.ts',
      'a client that breaks the connection off while it is refused stops nothing',
    ],
  },
  {
    guard: 'realtime: nobody sends on a public channel',
    file: 'supabase/embedded/realtime/realtime-socket.ts',
    find: "return role === 'anon' || bindings === 0 ? null : { read: false, write: false };",
    replace: "return role === 'anon' || bindings === 0 ? null : { read: true, write: true };",
    test: [
      'tests/backend/security/sockets.test.ts',
      'tells a signed-in user of changes, and carries none of their messages',
    ],
  },
  {
    guard: 'memory: one network does not take it from all others',
    file: 'supabase/embedded/http/under-way.ts',
    find: 'const hasRoom = heldFrom.hasRoom(network, more) && held',
    replace: 'const hasRoom = held',
    test: ['supabase/embedded/http/under-way.test.ts', 'users of one network cannot hold all the memory'],
  },
];
