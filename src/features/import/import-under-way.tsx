import * as texts from '#texts/import/import';
import { UnderWay } from './under-way.tsx';

/** How far an import is. */
export function ImportUnderWay({ done, all, onStop }: { done: number; all: number; onStop: () => void }) {
  return (
    <UnderWay
      title={texts.TITLE}
      progress={texts.progress(done, all)}
      done={done}
      all={all}
      question={texts.STOP_QUESTION}
      onStop={onStop}
    />
  );
}
