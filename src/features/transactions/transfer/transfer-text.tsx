import { Link } from '@tanstack/react-router';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { OtherSide } from '#store/queries/transfers/transfer-sides';
import * as texts from '#texts/transactions/transfers';

/**
 * Where the money of a transfer went or came from. Of an account that the user may not see, nothing is known. Where
 * the sides have come apart, it says the amount there. `leads`: the name leads to the other side in its account.
 */
export function TransferText(props: { row: TransactionRow; other: OtherSide | null | undefined; leads?: boolean }) {
  const { row, other, leads = false } = props;
  const name = other?.accountName ?? (other === null ? texts.GONE_SIDE : texts.ANOTHER_ACCOUNT);
  const place = other?.isApart ? texts.withAmount(name, formatMoney(other.row.amount)) : name;
  const words = row.type === 'expense' ? texts.to(place) : texts.from(place);
  return (
    <span className="ledger-transfer">
      {other && leads ? <OtherSideLink row={other.row}>{words}</OtherSideLink> : <Clip>{words}</Clip>}
    </span>
  );
}

function Clip({ children }: { children: string }) {
  return (
    <span className="ledger-clip" title={children}>
      {children}
    </span>
  );
}

/** Leads to the account of this side, whose list shows that day's transfers. */
export function OtherSideLink({ row, children }: { row: TransactionRow; children: string }) {
  const { accountId, date } = row;
  const filter = `type:transfer ${date}`;
  return (
    <Link className="ledger-clip" title={children} to="/account/$accountId" params={{ accountId }} search={{ filter }}>
      {children}
    </Link>
  );
}
