import { chakra } from '@chakra-ui/react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import * as texts from '#texts/device/copies';
import { Card } from '#ui/card';
import { ExportEverything } from './export-everything.tsx';
import { YOUR_DATA } from './place.ts';
import { RestoreCopy } from './restore-copy.tsx';

/** After this time, what moves on the page is the user's own doing. */
const SETTLED_MS = 2000;

/** In the settings: take everything along as a file, and bring such a file back. Both work offline. */
export function YourData() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const isAddressed = useLocation({ select: ({ hash }) => hash === YOUR_DATA });
  useEffect(() => {
    const { current } = title;
    if (!isAddressed || !current) return;
    current.focus();
    // Parts above it come later and push it out of sight.
    const growth = new ResizeObserver(() => current.scrollIntoView({ block: 'start' }));
    growth.observe(document.body);
    const timer = setTimeout(() => growth.disconnect(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      growth.disconnect();
    };
  }, [isAddressed]);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 ref={title} id={titleId} tabIndex={-1} outline="none" scrollMarginTop="20" fontSize="md">
        {texts.TITLE}
      </chakra.h2>
      <chakra.div mt="3" display="flex" flexDirection="column" gap="6">
        <ExportEverything />
        <RestoreCopy />
      </chakra.div>
    </Card>
  );
}
