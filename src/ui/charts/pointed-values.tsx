import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Tooltip } from 'recharts';

export interface Values {
  title: string;
  /** Names with amounts that are written. */
  values: readonly (readonly [name: string, amount: string])[];
}

/**
 * The values of the point below a pointer or a finger, or of the one that the arrow keys have reached. `of` writes the
 * values of a point, by its place.
 */
export function PointedValues({ of }: { of: (at: number) => Values | null }) {
  return (
    <Tooltip
      isAnimationActive={false}
      content={({ active, activeIndex }) => {
        const found = active && activeIndex ? of(Number(activeIndex)) : null;
        return found && <Board {...found} />;
      }}
    />
  );
}

function Board({ title, values }: Values) {
  const board = useRef<HTMLDivElement>(null);
  const words = [title, ...values.map(([name, amount]) => `${name} ${amount}`)].join(', ');
  // A pointer that passes over many points has nothing read out.
  useEffect(() => {
    const chart = board.current?.closest('[data-chart]');
    const readOut = chart?.querySelector('[data-read-out]');
    if (readOut && chart?.contains(document.activeElement)) readOut.textContent = words;
  }, [words]);
  return (
    <chakra.div
      ref={board}
      bg="raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="md"
      px="3"
      py="2"
      fontSize="xs"
    >
      <chakra.p fontWeight="medium" mb="1">
        {title}
      </chakra.p>
      <chakra.dl display="grid" gridTemplateColumns="auto auto" columnGap="4" rowGap="0.5" className="tabular">
        {values.map(([name, amount]) => (
          <chakra.div key={name} display="contents">
            <chakra.dt color="fg.muted">{name}</chakra.dt>
            <chakra.dd textAlign="end">{amount}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.div>
  );
}
