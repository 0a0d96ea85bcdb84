/** A file of its own, for every dashboard needs it and nothing else about sharing. */
import { counted } from '#domain/money/numbers';

export function invites(inviter: string, target: string): string {
  return `${inviter} invites you to ${target}.`;
}

/** At least two. */
export function severalWait(count: number): string {
  return `${counted(count, 'invitation waits', 'invitations wait')} for you.`;
}

export function see(count: number): string {
  return count === 1 ? 'See invitation' : 'See invitations';
}
