import { chakra } from '@chakra-ui/react';
import { Button } from '#ui/button';

/** Without `done`, nobody knows how far it is. */
export function UnderWay(props: {
  label: string;
  button: string | null;
  onStop: () => void;
  done?: number;
  all?: number;
}) {
  const { label, button, onStop, done, all } = props;
  return (
    <>
      <chakra.p role="status">{label}</chakra.p>
      <chakra.progress aria-label={label} width="full" value={done} max={all} />
      {button !== null && (
        <div>
          <Button variant="outline" onClick={onStop}>
            {button}
          </Button>
        </div>
      )}
    </>
  );
}
