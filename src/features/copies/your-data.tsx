import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/copies';
import { Card } from '#ui/card';
import { ExportEverything } from './export-everything.tsx';
import { RestoreCopy } from './restore-copy.tsx';

/** In the settings: take everything along as a file, and bring such a file back. Both work offline. */
export function YourData() {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md">
        {texts.TITLE}
      </chakra.h2>
      <chakra.div mt="3" display="flex" flexDirection="column" gap="6">
        <ExportEverything />
        <RestoreCopy />
      </chakra.div>
    </Card>
  );
}
