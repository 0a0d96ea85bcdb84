import { chakra } from '@chakra-ui/react';

/** Firefox and Safari break a line between a sign and the currency. */
const SIGNED = /([-+]\$[\d.,]*\d)/;

/** A sentence in which the sign of an amount stays with it: a debt must not read as a dash and a sum. */
export function Unbroken({ children }: { children: string }) {
  return children.split(SIGNED).map((part, number) =>
    number % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its number in the sentence
      <chakra.span key={number} whiteSpace="nowrap">
        {part}
      </chakra.span>
    ),
  );
}
