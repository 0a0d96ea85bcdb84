import { type Device, type LastUser, readLastUser } from '#store/session/device';
import { isCarryingOver, readLocalUser } from '#store/session/local-user';

/** Whose database is open. */
export interface Holder {
  /** Null when nobody is signed in and nobody started here. */
  holder: LastUser | null;
  /** The holder started here without a login. They have no address. */
  isLocal: boolean;
  carries: boolean;
}

export async function readHolder(device: Device): Promise<Holder> {
  const [user, local] = await Promise.all([readLastUser(device), readLocalUser(device)]);
  if (!user) return { holder: local && { id: local.id, email: '' }, isLocal: local !== null, carries: false };
  const asks = local !== null && local.leftBy !== user.id;
  return { holder: user, isLocal: false, carries: asks || (await isCarryingOver(device, user.id)) };
}
