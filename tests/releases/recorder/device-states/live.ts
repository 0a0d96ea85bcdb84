/** What happens in the household and on its devices, each kept at its moment. */
import { decided } from './decided.ts';
import { draftsOfAllForms } from './drafts.ts';
import { makeHousehold } from './household.ts';
import type { Keep } from './keep.ts';
import { lostByServer } from './lost.ts';
import type { Server } from './server.ts';
import { unsent } from './unsent.ts';
import { unsentApart } from './unsent-apart.ts';
import { unsentBooks } from './unsent-books.ts';
import { unsentImports } from './unsent-imports.ts';
import { unsentMerges } from './unsent-merges.ts';
import { unsentRefunds } from './unsent-refunds.ts';
import { unsentSchedules } from './unsent-schedules.ts';
import { unsentSharing } from './unsent-sharing.ts';

export async function liveThrough(server: Server, keep: Keep): Promise<void> {
  await lostByServer(server, keep);
  const household = await makeHousehold(server, keep);
  await unsent(server, household, keep);
  await unsentBooks(server, household, keep);
  await unsentImports(server, household, keep);
  await decided(server, household, keep);
  await unsentApart(server, household, keep);
  await unsentSchedules(server, household, keep);
  await unsentMerges(server, household, keep);
  await unsentRefunds(server, household, keep);
  await unsentSharing(server, household, keep);
  await draftsOfAllForms(server, household, keep);
}
