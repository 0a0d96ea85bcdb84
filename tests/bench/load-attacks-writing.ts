/** Attackers who make others wait for the right to write: in an account that they may only read, and by renames. */
import { insertOf, pushBody } from './load-pushes.ts';

export const WRITING_ATTACKS = ['pushes into an account that one may only read', 'renames of whole accounts'] as const;
type WritingAttack = (typeof WRITING_ATTACKS)[number];

type Person = { id: string; accountId: string; token: string };

/** What an attacker is given. `push` resolves when there was a response, or the connection broke. */
type Aim = {
  /** An account of somebody else. All attackers are viewers there. */
  readable: string;
  push: (person: Person, from: string, body: string) => Promise<void>;
  each: (run: (person: Person, from: string) => void) => void;
  forever: (work: () => Promise<void>) => Promise<never>;
};

const OPEN = 8;

export function writingAttacks({ readable, push, each, forever }: Aim): Record<WritingAttack, () => void> {
  const pushing = (operationsOf: (person: Person) => () => object[]) =>
    each((person, from) => {
      const operations = operationsOf(person);
      for (let n = 0; n < OPEN; n += 1) void forever(() => push(person, from, pushBody(person.id, [operations()])));
    });

  const insert = () => insertOf(crypto.randomUUID(), { accountId: readable, cents: 1 });

  /** Each goes on from the name that the one before has given. */
  const renames = ({ accountId }: Person) => {
    let name = 'Food';
    return () => {
      const from = name;
      name = `Food ${crypto.randomUUID()}`;
      return [{ kind: 'call', name: 'category.rename', arguments: { accountId, type: 'expense', from, to: name } }];
    };
  };

  return {
    'pushes into an account that one may only read': () => pushing(() => () => Array.from({ length: 200 }, insert)),
    'renames of whole accounts': () => pushing(renames),
  };
}
