/** A restored server that lacks what a device got from it. Before all else, because it ends everybody's epoch. */
import { createAccount } from '#store/commands/accounts/account-create';
import { Device } from './device.ts';
import type { Keep } from './keep.ts';
import { LENA } from './people.ts';
import type { Server } from './server.ts';

export async function lostByServer(server: Server, keep: Keep): Promise<void> {
  const device = new Device(server, LENA);
  const { id: accountId } = await device.do(createAccount, { name: 'Fund', type: 'personal', kind: 'savings' });
  await device.sync();
  await device.add('Kept by the server', { accountId, amount: '70.00' });
  await device.sync();
  const restore = await server.backUp();
  await device.add('Lost by the server', { accountId, amount: '71.00' });
  await device.add('Lost by the server, too', { accountId, amount: '72.00' });
  await device.sync();
  await restore();
  await device.sync();
  await keep('lost', device, 'Two rows that a restored server does not have: entries in state lost.');
}
