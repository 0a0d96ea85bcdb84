import { chakra } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';

/**
 * Fields, or choices, under one label. No `fieldset`: WebKit first draws one too high by its legend, and what lies
 * around it then moves at the first press, which misses.
 */
export function Group(props: { label: ReactNode; ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  const labelId = useId();
  return (
    <chakra.div ref={props.ref} role="group" aria-labelledby={labelId} minWidth="0">
      <chakra.p id={labelId} fontSize="sm" fontWeight="medium" mb="1.5">
        {props.label}
      </chakra.p>
      {props.children}
    </chakra.div>
  );
}
