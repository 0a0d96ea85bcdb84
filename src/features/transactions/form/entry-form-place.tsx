import { chakra } from '@chakra-ui/react';
import type { RefObject } from 'react';
import * as texts from '#texts/transactions/transactions';
import { Skeleton } from '#ui/skeleton';
import { EntryGrid } from './entry-grid.tsx';

const IN_ROW = ['type', 'amount', 'description', 'category', 'date'];

/**
 * Keeps the place of the dashboard's form, with its height, until that is loaded. The keyboard reaches it, and goes on
 * in the form. What it draws appears only where somebody really waits.
 */
export function EntryFormPlace(props: {
  row: boolean;
  /** The name of the active account, where the user may not add to it. */
  viewOnly: string | null;
  wasReached: RefObject<boolean>;
}) {
  const { row, viewOnly, wasReached } = props;
  return (
    <EntryGrid
      as="div"
      row={row}
      pb={{ base: '4', lg: '0' }}
      role="group"
      tabIndex={0}
      aria-label={texts.ADD_TITLE}
      aria-busy
      onFocus={() => {
        wasReached.current = true;
      }}
      onBlur={() => {
        wasReached.current = false;
      }}
    >
      {viewOnly !== null && (
        <chakra.p className="full" color="fg.muted">
          {texts.viewOnly(viewOnly)}
        </chakra.p>
      )}
      {IN_ROW.map((field) => (
        <div key={field} className={field === 'description' ? 'wide' : undefined}>
          <Field />
        </div>
      ))}
      {/* A row has the account only where none is chosen. */}
      {(!row || viewOnly !== null) && (
        <div className="account">
          <Field />
        </div>
      )}
      {!row && (
        <>
          <div className="wide folded">
            <Control />
          </div>
          <div className="submit">
            <Control />
          </div>
        </>
      )}
    </EntryGrid>
  );
}

const APPEAR = 'appear 160ms ease-out 300ms backwards';

/** As high as a label and its control. */
function Field() {
  return (
    <>
      <chakra.span
        display="flex"
        alignItems="center"
        fontSize="sm"
        mb="1.5"
        animation={APPEAR}
        // A line of text, which gives the height.
        _before={{ content: '"\\200b"' }}
      >
        <Skeleton width="4rem" minHeight="2.5" />
      </chakra.span>
      <Control />
    </>
  );
}

function Control() {
  return (
    <chakra.div animation={APPEAR}>
      <Skeleton minHeight={{ base: '11', lg: '9' }} borderRadius="md" />
    </chakra.div>
  );
}
