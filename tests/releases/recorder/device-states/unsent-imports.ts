/** Unsent imports, and unsent ends of imports. */
import { revertImport } from '#store/commands/imports/import-revert';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import { importFile } from './import-file.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsentImports(server: Server, { account, ben }: Household, keep: Keep): Promise<void> {
  const late = new Device(server, ANNA);
  await late.sync();
  await importFile(late, account, 'fourth.csv', [9, 10], [[11, 'Market 1']]);
  // Ben imports the same file meanwhile.
  await ben.sync();
  await importFile(ben, account, 'fourth-of-ben.csv', [10, 12]);
  await ben.sync();

  const [second] = await late.small('imports', ({ fileName }) => fileName === 'second.csv');
  await late.do((db, actor, input: { id: string; edited: 'delete' }, now) => revertImport(db, actor, input, {}, now), {
    id: second?.id ?? '',
    edited: 'delete',
  });
  await keep(
    'imports',
    late,
    'An import that the server does not have, of which it has a row from somebody else, and the end of another one.',
  );
}
