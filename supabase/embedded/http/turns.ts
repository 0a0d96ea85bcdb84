/**
 * Long work in pieces. Of all pieces that wait, one is begun in each turn, in the order in which they came, so that
 * everything else has its time in between however many work at once.
 */
export type Turns = { take(piece: () => void): void };

/** `atNextTurn` says when that is; by default in the next round of the event loop. */
export function createTurns(atNextTurn: (begin: () => void) => void = setImmediate): Turns {
  const waiting: (() => void)[] = [];
  let isGoing = false;
  const begin = () => {
    const piece = waiting.shift();
    isGoing = waiting.length > 0;
    if (isGoing) atNextTurn(begin);
    piece?.();
  };
  return {
    take(piece) {
      waiting.push(piece);
      if (!isGoing) atNextTurn(begin);
      isGoing = true;
    },
  };
}
