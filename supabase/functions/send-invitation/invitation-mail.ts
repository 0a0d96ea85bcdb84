/** A mail to one address, in two forms of the same content. */
export type Mail = { to: string; subject: string; html: string; text: string };

export type Invited = {
  to: string;
  /** The inviter's name for the invited person; may be empty. */
  name: string;
  /** The inviter's e-mail. */
  invitedBy: string;
  role: 'viewer' | 'member' | 'admin';
  target: 'account' | 'budget';
  targetName: string;
  /** A moment in ISO form. */
  expiresAt: string;
};

const rights: Record<Invited['target'], Record<Invited['role'], string>> = {
  account: {
    viewer: 'As a viewer you can read and export everything in it.',
    member: 'As a member you can read everything in it and add transactions.',
    admin: 'As an admin you can add and change everything in it and invite others.',
  },
  budget: {
    viewer: 'As a viewer you can read what it covers and contribute income.',
    member: 'As a member you can read what it covers and contribute income.',
    admin: 'As an admin you can contribute income and expenses, change it and invite others.',
  },
};

/** Writes the mail that invites somebody. Names that people wrote are shortened to one line and, in HTML, escaped. */
export function writeInvitation(invited: Invited, siteUrl: string): Mail {
  const link = `${siteUrl.replace(/\/+$/, '')}/auth?next=manageAccess`;
  const inviter = oneLine(invited.invitedBy);
  const what = `the ${invited.target} “${oneLine(invited.targetName)}”`;
  const name = oneLine(invited.name);
  const lines = {
    greeting: name === '' ? 'Hello,' : `Hello ${name},`,
    asked: `${inviter} invites you to ${what} on Carryover.`,
    right: rights[invited.target][invited.role],
    how: `Log in or sign up with this address (${invited.to}), then accept or decline under Settings, Manage Access.`,
    until:
      `The invitation is good until ${longDate(invited.expiresAt)}. ` +
      'If you do not know who sent it, you can ignore this e-mail.',
  };
  const { greeting, asked, right, how, until } = lines;
  return {
    to: invited.to,
    subject: `${inviter} invites you to ${what}`,
    text: [greeting, `${asked} ${right}`, how, `Open the invitation: ${link}`, until].join('\n\n'),
    html: [
      '<h2>You are invited to Carryover</h2>',
      `<p>${escapeHtml(greeting)}</p>`,
      `<p>${escapeHtml(asked)} ${escapeHtml(right)}</p>`,
      `<p>${escapeHtml(how)}</p>`,
      `<p><a href="${escapeHtml(link)}">Open the invitation</a></p>`,
      `<p>${escapeHtml(until)}</p>`,
    ].join('\n'),
  };
}

/**
 * Removes line ends, control and direction characters, which could forge a header or turn the text around. Keeps 80
 * characters at most.
 */
function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= 80 ? line : `${characters.slice(0, 79).join('')}…`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
