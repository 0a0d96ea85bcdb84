import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import * as texts from '#texts/sharing/invitation-link';
import { Button } from '#ui/button';
import { dialogOnDemand } from '#ui/on-demand';
import { copyInvitationLink } from './invitation-link.ts';

const InvitationLinkDialog = dialogOnDemand(() => import('./invitation-link-dialog.tsx'));

/** Buttons that copy the link of invitations or show its code. `email`: whom it is for, when that is known. */
export function HandOverLink({ email }: { email?: string }) {
  const [shows, setShows] = useState(false);
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1.5">
      <Button
        variant="outline"
        size="sm"
        px="2.5"
        aria-label={email && texts.copyFor(email)}
        onClick={() => void copyInvitationLink(email)}
      >
        {texts.COPY}
      </Button>
      <Button
        variant="outline"
        size="sm"
        px="2.5"
        aria-label={email && texts.codeFor(email)}
        onClick={() => setShows(true)}
      >
        {texts.CODE}
      </Button>
      {shows && (
        <Suspense>
          <InvitationLinkDialog {...(email && { email })} onClose={() => setShows(false)} />
        </Suspense>
      )}
    </chakra.div>
  );
}
