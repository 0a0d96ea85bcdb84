/** Kept histories on both servers. They take minutes, so several files live a part of them each. */
import { it } from 'vitest';
import { expectAlike } from './both-servers.ts';
import { keptHistories } from './lives.ts';
import { plain } from './step.ts';
import { withRealServer } from './with-real-server.ts';

/** How many files there are: tests/sync/kept-on-both-*.test.ts. */
const FILES = 3;

/** The tests of this part, counted from 1. */
export function keptHistoriesEndAlike(part: number): void {
  const real = withRealServer();
  it.each(keptHistories().filter((_, at) => at % FILES === part - 1))(
    'both servers decide alike and end alike in a history that once went wrong: $name',
    ({ history }) => expectAlike(plain(history), real().server),
  );
}
