import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/import/migration';
import { LEAVE, type PlannedAccount } from '../../import/worker/migration-plan.ts';

/** How many rows come into how many accounts, and how many transfers are among them. */
export function MigrationSummary({ accounts }: { accounts: readonly PlannedAccount[] }) {
  const open = accounts.filter(({ choice }) => choice.into !== LEAVE);
  const rows = open.flatMap((one) => one.rows);
  const coming = rows.filter(({ choice }) => choice !== 'leave');
  const sides = coming.filter(({ side }) => side?.transferId).length;
  const filled = open.filter((one) => one.rows.some(({ choice }) => choice !== 'leave')).length;
  const here = rows.filter(({ preview }) => preview.state === 'here').length;
  return (
    <chakra.p role="status" fontSize="sm">
      {coming.length > 0 && texts.summary(coming.length, filled, sides / 2)} {here > 0 && texts.alreadyHere(here)}
    </chakra.p>
  );
}
