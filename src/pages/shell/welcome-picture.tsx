import { chakra } from '@chakra-ui/react';
import { formatSignedAmount } from '#domain/money/money';
import * as texts from '#texts/pages/welcome';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { BanknoteIcon, ClockIcon, HouseIcon, UtensilsIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';

const rows = [
  {
    text: texts.MARKET,
    note: texts.FOOD,
    amount: 34_20,
    type: 'expense',
    icon: UtensilsIcon,
    hue: 'ochre',
    waits: true,
  },
  {
    text: texts.WAGE,
    note: texts.SALARY,
    amount: 4150_00,
    type: 'income',
    icon: BanknoteIcon,
    hue: 'teal',
    waits: false,
  },
  {
    text: texts.RENT,
    note: texts.HOUSING,
    amount: 1280_00,
    type: 'expense',
    icon: HouseIcon,
    hue: 'teal',
    waits: false,
  },
] as const;

/** An example of a ledger as the app shows one, for the eye only. */
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
        <chakra.p color="fg.muted">{terms.CURRENT_BALANCE}</chakra.p>
        <chakra.p mt="1.5">
          <MoneyText size="figure" tone="income">
            {formatSignedAmount({ type: 'income', amount: 2835_80 })}
          </MoneyText>
        </chakra.p>
      </chakra.div>
      {rows.map(({ text, note, amount, type, icon: Icon, hue, waits }) => (
        <chakra.div key={text} display="flex" alignItems="center" gap="3" px="5" py="3">
          <chakra.span
            display="grid"
            placeItems="center"
            width="8"
            height="8"
            borderRadius="full"
            bg={`mark.${hue}Soft`}
            color={`mark.${hue}`}
          >
            <Icon size={16} />
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
          <MoneyText tone={type === 'income' ? 'income' : 'neutral'}>{formatSignedAmount({ type, amount })}</MoneyText>
        </chakra.div>
      ))}
    </Card>
  );
}
