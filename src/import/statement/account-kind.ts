/** What an account of another app is for, as far as its name tells. People see the guess and correct it. */
import type { AccountKind } from '#domain/account-kinds';

const NAMES: readonly (readonly [AccountKind, RegExp])[] = [
  ['credit_card', /\b(credit|visa|master ?card|amex|american express|kreditkarte|cc)\b|\bcard\b/i],
  ['loan', /\b(loans?|mortgage|debt|darlehen|kredit|hypothek)\b/i],
  ['savings', /\bsavings?\b|\bemergency fund\b|spar|tagesgeld/i],
  ['investment', /\b(invest\w*|brokerage|broker|depot|401k|ira|isa|etfs?|stocks|pension|shares)\b/i],
  ['cash', /\b(cash|wallet|bargeld|purse|portemonnaie)\b/i],
];

export function guessKind(name: string): AccountKind {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'checking';
}
