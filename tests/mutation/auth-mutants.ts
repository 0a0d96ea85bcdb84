/** The guards of the auth service. */
import type { Mutant } from './mutant.ts';

const links = 'tests/backend/security/sign-in-links.test.ts';
const passwords = 'tests/backend/security/passwords.test.ts';
const spelling = 'tests/backend/security/email-spelling.test.ts';
const whoHasAnAccount = 'tests/backend/security/who-has-an-account.test.ts';
const authRoute = 'supabase/embedded/auth/auth-route.ts';

export const ofTheAuthService: readonly Mutant[] = [
  {
    guard: 'sign-in links: nobody can guess their token',
    file: 'supabase/embedded/rest/api-library.ts',
    find: 'otp_length: 40,',
    replace: 'otp_length: 6,',
    test: [links, 'no link has a token made of six digits'],
  },
  {
    guard: 'sign-in links: those of v0.1.0 no longer open',
    file: 'supabase/migrations/20261122000240_short_links.sql',
    find: "if to_regclass('auth.one_time_tokens') is not null then return; end if;",
    replace: 'return;',
    test: [links, 'links that v0.1.0 mailed open nothing after the upgrade, and people can ask for a new one'],
  },
  {
    guard: 'networks: an IPv6 address counts with its whole /64',
    file: 'supabase/embedded/http/caller-address.ts',
    find: 'if (!isIPv6(bare)) return { own: bare, wider: [] };',
    replace: 'return { own: bare, wider: [] };',
    test: [links, 'guesses from one /64 are counted together'],
  },
  {
    guard: 'codes: a code opens nothing without its link',
    file: authRoute,
    find: "if (path !== '/auth/v1/verify' || !named) return null;",
    replace: 'return null;',
    test: [links, 'opens nothing, and does not count as a guess'],
  },
  {
    guard: 'sign-in links: those that open do not count',
    file: 'supabase/embedded/auth/links.ts',
    find: "await giveTryBack(limiter, networks, { name: 'verify', limit: authLimits.verify });",
    replace: '',
    test: [links, 'links that open do not count, so a house full of people behind one address gets in'],
  },
  {
    guard: 'passwords: wrong ones count for the network, not for the owner',
    file: 'supabase/embedded/auth/password-tries.ts',
    find: 'const pairWait = await takeTry(limiter, networks, ofPair);',
    replace: 'const pairWait = await limiter.take(ofPair.name, account, ofPair.limit);',
    test: [passwords, 'a guesser is refused, and the owner still signs in from another network'],
  },
  {
    guard: 'passwords: an attacker with many networks has two tries from each',
    file: 'supabase/embedded/auth/password-tries.ts',
    find: 'const newcomer: Limit = { count: 2, seconds: 3600 };',
    replace: 'const newcomer: Limit = { count: 200, seconds: 3600 };',
    test: [passwords, 'an e-mail that many networks guess at has two tries in each new one, and all at home'],
  },
  {
    guard: 'e-mail: it has one spelling',
    file: 'supabase/embedded/auth/auth-body.ts',
    find: 'v.union([OneSpelling, ',
    replace: 'v.union([v.string(), ',
    test: [spelling, 'refuses every other spelling, and makes no user'],
  },
  {
    guard: 'work: a password is compared even if nobody has the account',
    file: 'supabase/embedded/auth/same-work.ts',
    find: 'const right = compared ? false : await bcrypt.compare(password, user?.passwordHash ?? nobodysHash);',
    replace: 'const right = false;',
    test: [whoHasAnAccount, 'is compared once, and answered alike'],
  },
  {
    guard: 'work: a password is hashed even if somebody has the account',
    file: authRoute,
    find: "await hashAlike(body.password ?? '');",
    replace: '',
    test: [whoHasAnAccount, 'hashes one password'],
  },
  {
    guard: 'mail: the response does not hide that the database cannot answer',
    file: authRoute,
    find: 'const user = await findUser(context.sql, body.email);',
    replace: 'const user = { confirmed: false };',
    test: [whoHasAnAccount, 'a database failure shows in the response and is not hidden behind it'],
  },
  {
    guard: 'invitation: it waits for an address that changes',
    file: 'supabase/migrations/20261127001600_invitations_of_an_address.sql',
    find: 'perform from auth.users u where u.id = auth.uid() for share;',
    replace: '',
    test: ['tests/backend/security/own-login-races.test.ts', 'stands in the membership that was just made'],
  },
];
