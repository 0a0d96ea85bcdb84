import type { Role } from '#domain/rows';
import { sidesOf } from '#domain/schedules/sides';
import { can, canChangeSchedule } from '#domain/sharing/roles';
import type { PlannedSchedule } from '#store/queries/schedules/open-occurrences';

/** What the user may do with a schedule and what is due of it. */
export interface Rights {
  /** Of a transfer that nobody can make any more, nothing is added. */
  addsNow: boolean;
  skips: boolean;
  edits: boolean;
  deletes: boolean;
}

/** The sides of a transfer are changed together, so the user needs the role in both accounts. */
export function rightsOf(planned: PlannedSchedule, roles: ReadonlyMap<string, Role | null>, userId: string): Rights {
  const { holdup } = planned;
  const sides = sidesOf(planned);
  const mayAdd = sides.every(({ accountId }) => can(roles.get(accountId) ?? null, 'transaction.add'));
  const mayChange = sides.every((one) => canChangeSchedule(roles.get(one.accountId) ?? null, one.userId, userId));
  const isWhole = holdup === null || holdup === 'remind' || holdup === 'nobody';
  return {
    addsNow: mayAdd && isWhole,
    skips: mayAdd && (isWhole || holdup === 'archived'),
    edits: mayChange && holdup !== 'other_side',
    deletes: mayChange,
  };
}
