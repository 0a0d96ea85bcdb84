import { chakra } from '@chakra-ui/react';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/accounts';
import { ChevronDownIcon } from '#ui/icons';
import { VisuallyHidden } from '#ui/visually-hidden';

/** Chooses the account that the dashboard shows; reads like the title of the page. */
export function AccountSelector(props: {
  accounts: readonly AccountRow[];
  active: AccountRow;
  onSelect: (accountId: string) => void;
}) {
  const { accounts, active, onSelect } = props;
  return (
    <chakra.label position="relative" display="inline-flex" maxWidth="full" minWidth="0">
      <VisuallyHidden>{texts.ACTIVE_ACCOUNT}</VisuallyHidden>
      <chakra.select
        name="active-account"
        value={active.id}
        onChange={(event) => onSelect(event.currentTarget.value)}
        appearance="none"
        css={{ fieldSizing: 'content' }}
        minHeight="11"
        minWidth="0"
        ps="3"
        pe="9"
        ms="-3"
        fontSize="lg"
        fontWeight="semibold"
        letterSpacing="tight"
        textOverflow="ellipsis"
        borderRadius="md"
        bg="transparent"
        color="fg"
        cursor="pointer"
        _hover={{ bg: 'sunken' }}
      >
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </chakra.select>
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd="2.5"
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        <ChevronDownIcon size={18} />
      </chakra.span>
    </chakra.label>
  );
}
