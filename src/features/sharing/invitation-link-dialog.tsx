import { chakra } from '@chakra-ui/react';
import { encode } from 'uqr';
import * as texts from '#texts/invitation-link';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { copyInvitationLink, invitationLink, isOnThisMachineOnly } from './invitation-link.ts';

/** The link of invitations as a code for a camera, and as text. */
export default function InvitationLinkDialog({ email, onClose }: { email?: string; onClose: () => void }) {
  const link = invitationLink();
  return (
    <Dialog
      open
      title={texts.TITLE}
      onClose={onClose}
      footer={<Button onClick={() => void copyInvitationLink(email)}>{texts.COPY}</Button>}
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        <Code text={link} label={texts.CODE} />
        <chakra.p textAlign="center" overflowWrap="anywhere" userSelect="all">
          {link}
        </chakra.p>
        <chakra.p color="fg.muted" overflowWrap="anywhere">
          {email ? texts.whomOf(email) : texts.WHOM}
        </chakra.p>
        {isOnThisMachineOnly(location.hostname) && <Alert tone="warning">{texts.THIS_MACHINE}</Alert>}
      </chakra.div>
    </Dialog>
  );
}

/** A QR code, dark on light in both themes, because many cameras read no other. Four modules around it stay empty. */
function Code({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="12.5rem"
      maxWidth="full"
      mx="auto"
      borderRadius="md"
      bg="white"
      color="black"
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={modules.join('')} />
    </chakra.svg>
  );
}
