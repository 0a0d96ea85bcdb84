import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#texts/transactions/transfers';
import { Button } from '#ui/button';
import { WrittenDateField } from '../../dates/written-date-field.tsx';

/** The day on which a transfer arrives. It is folded while that is the day on which it leaves. */
export function ArrivalDate(props: {
  value: string;
  error: string | undefined;
  change: (fields: { toDate: string }) => void;
}) {
  const { value, error, change } = props;
  const [open, setOpen] = useState(value !== '');
  const field = useRef<HTMLDivElement>(null);
  const opened = useRef(open);
  useEffect(() => {
    if (open && !opened.current) field.current?.querySelector('input')?.focus();
    opened.current = open;
  }, [open]);
  if (!open && value === '') {
    return (
      <Button variant="plain" size="inline" justifySelf="start" alignSelf="end" onClick={() => setOpen(true)}>
        {texts.ARRIVES_LATER}
      </Button>
    );
  }
  return (
    <chakra.div ref={field} minWidth="0">
      <WrittenDateField
        label={texts.ARRIVES}
        name="toDate"
        value={value}
        error={error}
        onText={(toDate) => change({ toDate })}
      />
    </chakra.div>
  );
}
