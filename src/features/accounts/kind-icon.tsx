import { type AccountKind, kindOf } from '#domain/account-kinds';
import type { AccountRow } from '#domain/rows';
import { KINDS } from '#texts/books/account-kinds';
import {
  BanknoteIcon,
  CreditCardIcon,
  HandCoinsIcon,
  LandmarkIcon,
  PiggyBankIcon,
  TrendingUpIcon,
  WalletIcon,
} from '#ui/icons';

const ICONS: Record<AccountKind, typeof WalletIcon> = {
  cash: BanknoteIcon,
  checking: LandmarkIcon,
  savings: PiggyBankIcon,
  credit_card: CreditCardIcon,
  loan: HandCoinsIcon,
  investment: TrendingUpIcon,
  other: WalletIcon,
};

/** What an account is for. Screen readers say it, unless nobody has said it. */
export function KindIcon({ account }: { account: Pick<AccountRow, 'kind'> }) {
  const kind = kindOf(account);
  const Icon = ICONS[kind];
  return kind === 'other' ? <Icon size={18} aria-hidden /> : <Icon size={18} role="img" aria-label={KINDS[kind]} />;
}
