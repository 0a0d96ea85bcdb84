import { chakra } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import * as texts from '#texts/import/import';
import { GUIDE, GUIDES } from '#texts/import/migration';
import { Button } from '#ui/button';
import { controlRecipe } from '#ui/theme/control.ts';

const Area = chakra('textarea', controlRecipe);

/** Files to choose or to drop, and a field for rows to paste. */
export function ChooseFiles(props: {
  pasted: string;
  onPasted: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const { pasted, onPasted, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      gap="4"
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      <chakra.div
        display="flex"
        flexDirection="column"
        alignItems="center"
        gap="3"
        px="4"
        py="7"
        textAlign="center"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor="line.control"
        borderRadius="lg"
      >
        <chakra.p textWrap="balance">{texts.DROP}</chakra.p>
        <Button data-autofocus onClick={() => input.current?.click()}>
          {texts.CHOOSE}
        </Button>
        <chakra.p color="fg.muted" fontSize="xs" textWrap="balance">
          {texts.FORMATS}
        </chakra.p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={texts.CHOOSE}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file can be chosen again.
            event.currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </chakra.div>
      <chakra.p color="fg.muted" fontSize="sm">
        {texts.STAYS_HERE}
      </chakra.p>
      <chakra.details fontSize="sm">
        <chakra.summary cursor="pointer" minHeight="11" py="3" fontWeight="medium">
          {GUIDE}
        </chakra.summary>
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1.5" color="fg.muted">
          {GUIDES.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </chakra.ul>
      </chakra.details>
      <chakra.div display="flex" flexDirection="column" gap="1.5">
        <chakra.label htmlFor={id} fontSize="sm" fontWeight="medium">
          {texts.PASTE}
        </chakra.label>
        <Area
          id={id}
          rows={3}
          py="2"
          value={pasted}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onPasted(event.currentTarget.value)}
        />
        <chakra.p id={`${id}-hint`} color="fg.muted" fontSize="xs">
          {texts.PASTE_HINT}
        </chakra.p>
        {pasted.trim() !== '' && (
          <Button variant="outline" alignSelf="start" onClick={() => onFiles([new File([pasted], texts.PASTED)])}>
            {texts.READ_PASTED}
          </Button>
        )}
      </chakra.div>
    </chakra.div>
  );
}
