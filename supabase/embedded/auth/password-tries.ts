/**
 * Wrong passwords slow down the network that tries them, and nobody else. The account's owner can sign in from another
 * network, and signed-in users notice nothing.
 */

import type { Networks } from '../http/caller-address.ts';
import { giveTryBack, takeTry } from '../http/network-tries.ts';
import type { AuthLimits, Limit } from '../http/rate-limit.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Log } from '../log.ts';

/**
 * `spared` tries count as no wrong password: it was right for an unconfirmed e-mail, or a failure left it undecided. An
 * `unmade` one found no place, so nothing was compared, and it counts for nothing at all.
 */
export type Outcome = 'right' | 'wrong' | 'spared' | 'unmade';

export type Try = { refused: number } | { refused: null; end(outcome: Outcome): Promise<void> };

export type PasswordTries = {
  /**
   * Counts a try before it is made, so parallel tries count like consecutive ones. `account` is an e-mail in its one
   * spelling, or the user who changes the password; null when none is named. A `refused` try says how many seconds to
   * wait.
   */
  begin(networks: Networks, account: string | null): Promise<Try>;
};

/**
 * Tries of a network that is new to an e-mail which many networks guess at. An owner who is travelling needs no more.
 */
const newcomer: Limit = { count: 2, seconds: 3600 };

/**
 * A network where somebody signed in with this e-mail stays known to it for this long. Timers cannot run longer than 24
 * days.
 */
const knownSeconds = 7 * 24 * 3600;

/** Comparing a password costs some 70 ms of processor time, even when it is right. */
const signInsPerWrongOne = 10;

export function createPasswordTries(limiter: RateLimiter, limits: AuthLimits, log: Log): PasswordTries {
  const wrongOnes = { name: 'signIn', limit: limits.signIn };
  const all = { name: 'sign-ins', limit: { ...limits.signIn, count: limits.signIn.count * signInsPerWrongOne } };

  const narrowed = async (pair: string, account: string): Promise<boolean> =>
    (await limiter.count('password everywhere', account)) >= limits.passwordEverywhere.count &&
    (await limiter.count('password known', pair)) === 0;

  const countWrong = async (account: string) => {
    const { count, seconds } = limits.passwordEverywhere;
    if ((await limiter.add('password everywhere', account, seconds)) !== count) return;
    log('auth.guessing', { door: 'password', seconds });
  };

  return {
    async begin(networks, account) {
      const wait = (await takeTry(limiter, networks, all)) || (await takeTry(limiter, networks, wrongOnes));
      if (wait > 0) return { refused: wait };
      const spareNetwork = async (outcome: Outcome) => {
        if (outcome !== 'wrong') await giveTryBack(limiter, networks, wrongOnes);
        if (outcome === 'unmade') await giveTryBack(limiter, networks, all);
      };
      if (account === null) return { refused: null, end: spareNetwork };
      const pair = `${networks.own} ${account}`;
      const ofPair = (await narrowed(pair, account))
        ? { name: 'password newcomer', account, limit: newcomer }
        : { name: 'password', account, limit: limits.password };
      const pairWait = await takeTry(limiter, networks, ofPair);
      if (pairWait > 0) {
        await spareNetwork('spared');
        return { refused: pairWait };
      }
      return {
        refused: null,
        async end(outcome) {
          if (outcome === 'wrong') return countWrong(account);
          await spareNetwork(outcome);
          await giveTryBack(limiter, networks, ofPair);
          if (outcome !== 'right') return;
          await limiter.forget(ofPair.name, pair);
          await limiter.add('password known', pair, knownSeconds);
        },
      };
    },
  };
}
