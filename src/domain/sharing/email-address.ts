/**
 * Whether a text, already trimmed, has the shape of an e-mail address. The server holds invitations to the same rule
 * (supabase/migrations/20261121000800_invitations.sql), for what it leaves out has a meaning in a mail's head. Whether
 * mail arrives there, only sending tells.
 */
export function isEmailAddress(text: string): boolean {
  return /^[^\s\p{Cc}<>()",:;@\\]+@[^\s\p{Cc}<>()",:;@\\]+$/u.test(text);
}
