import { chakra } from '@chakra-ui/react';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, ClockIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';

const rows = [
  { text: 'Farmers market', note: 'Food', amount: '-$34.20', tone: 'expense', waits: true },
  { text: 'November salary', note: 'Salary', amount: '+$4,150.00', tone: 'income', waits: false },
  { text: 'Rent', note: 'Housing', amount: '-$1,280.00', tone: 'expense', waits: false },
] as const;

/** An example of what a ledger looks like, for the eye only. */
export function WelcomePicture() {
  return (
    <Card
      aria-hidden
      padded={false}
      display={{ base: 'none', lg: 'block' }}
      width="25rem"
      flexShrink={0}
      boxShadow="float"
    >
      <chakra.div p="5" borderBottomWidth="1px" borderColor="line">
        <chakra.p color="fg.muted">Current Balance</chakra.p>
        <chakra.p mt="1.5">
          <MoneyText size="figure" tone="income">
            +$2,835.80
          </MoneyText>
        </chakra.p>
      </chakra.div>
      {rows.map(({ text, note, amount, tone, waits }) => (
        <chakra.div key={text} display="flex" alignItems="center" gap="3" px="5" py="3">
          <chakra.span
            display="grid"
            placeItems="center"
            width="8"
            height="8"
            borderRadius="full"
            bg={`${tone}.soft`}
            color={tone}
          >
            {tone === 'income' ? <ArrowUpIcon size={16} /> : <ArrowDownIcon size={16} />}
          </chakra.span>
          <chakra.div flex="1">
            <chakra.p fontWeight="medium">{text}</chakra.p>
            <chakra.p color="fg.muted" fontSize="xs">
              {note}
            </chakra.p>
          </chakra.div>
          {waits && (
            <chakra.span color="fg.muted">
              <ClockIcon size={16} />
            </chakra.span>
          )}
          <MoneyText tone={tone}>{amount}</MoneyText>
        </chakra.div>
      ))}
    </Card>
  );
}
