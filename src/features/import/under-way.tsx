import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/import/import';
import { Button } from '#ui/button';
import { DialogStep } from '#ui/dialog-step';

/** How far an import or its end is. Whoever closes the dialog is asked, because that would stop it. */
export function UnderWay(props: {
  title: string;
  /** How far, in words. */
  progress: string;
  done: number;
  all: number;
  /** What stopping means. */
  question: string;
  onStop: () => void;
}) {
  const { title, progress, done, all, question, onStop } = props;
  const [isAsking, setAsking] = useState(false);
  const stop = (
    <Button variant={isAsking ? 'danger' : 'outline'} onClick={onStop}>
      {texts.STOP}
    </Button>
  );
  return (
    <DialogStep
      title={title}
      onClose={() => setAsking(!isAsking)}
      footer={
        isAsking ? (
          <>
            <Button variant="outline" autoFocus onClick={() => setAsking(false)}>
              {texts.GO_ON}
            </Button>
            {stop}
          </>
        ) : (
          stop
        )
      }
    >
      <chakra.progress width="full" max={all} value={done} aria-label={title} />
      <chakra.p role="status" className="tabular">
        {progress}
      </chakra.p>
      {isAsking && <p role="alert">{question}</p>}
    </DialogStep>
  );
}
