import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/sharing/invitation-link';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { QrCode } from '#ui/qr-code';
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
        <QrCode text={link} label={texts.CODE} />
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
