import type { InvitedRole, Target } from '#domain/rows';
import { NAMES, SUMMARIES } from './roles.ts';

export const TITLE = 'Your role has changed';

export function changed(name: string, role: InvitedRole, target: Target): string {
  return `In ${name} you are ${NAMES[role]} now. ${SUMMARIES[target][role]}`;
}
