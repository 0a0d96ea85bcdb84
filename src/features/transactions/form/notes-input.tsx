import { useState } from 'react';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { TextField } from '#ui/text-field';

/** Notes of an entry. Few have some, so without any a button stands for the field, unless it is `open` at once. */
export function NotesInput(props: {
  value: string;
  error: string | undefined;
  change: (fields: { notes: string }) => void;
  open?: boolean;
}) {
  const { value, error, change, open = false } = props;
  const [wanted, setWanted] = useState(false);
  if (!open && !wanted && value === '') {
    return (
      <Button variant="outline" alignSelf="flex-start" onClick={() => setWanted(true)}>
        {texts.ADD_NOTES}
      </Button>
    );
  }
  return (
    <TextField
      label={terms.NOTES}
      name="notes"
      value={value}
      error={error}
      optional
      autoComplete="off"
      autoFocus={wanted}
      onChange={(event) => change({ notes: event.currentTarget.value })}
    />
  );
}
