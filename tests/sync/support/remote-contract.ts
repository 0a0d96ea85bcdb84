/**
 * What every server must do for the engine: the in-memory one of the simulations and the real one. The tests compare
 * devices with each other and with a new one, so nothing here looks into a server.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { accessContract } from './access-contract.ts';
import { answersContract } from './answers-contract.ts';
import { apartContract } from './apart-contract.ts';
import { apartSizeContract } from './apart-size-contract.ts';
import { apartUnitsContract } from './apart-units-contract.ts';
import { askedByTwoContract } from './asked-by-two-contract.ts';
import { contractOfSchedules } from './contract-of-schedules.ts';
import type { ContractWorld } from './contract-world.ts';
import { deletionsContract } from './deletions-contract.ts';
import { devicesContract } from './devices-contract.ts';
import { handOverContract } from './hand-over-contract.ts';
import { importRightsContract } from './import-rights-contract.ts';
import { importedChoicesContract } from './imported-choices-contract.ts';
import { importedEditsContract } from './imported-edits-contract.ts';
import { importedSidesContract } from './imported-sides-contract.ts';
import { importsContract } from './imports-contract.ts';
import { keptEntriesContract } from './kept-entries-contract.ts';
import { linesContract } from './lines-contract.ts';
import { mergeContract } from './merge-contract.ts';
import { mergesContract } from './merges-contract.ts';
import { mutationsContract } from './mutations-contract.ts';
import { namesContract } from './names-contract.ts';
import { naturesContract } from './natures-contract.ts';
import { noticesContract } from './notices-contract.ts';
import { refundsContract } from './refunds-contract.ts';
import { renamesContract } from './renames-contract.ts';
import { returnsContract } from './returns-contract.ts';
import { revertsContract } from './reverts-contract.ts';
import { sharingContract } from './sharing-contract.ts';
import { sidesContract } from './sides-contract.ts';
import { statusContract } from './status-contract.ts';
import { transfersContract } from './transfers-contract.ts';
import { truncationContract } from './truncation-contract.ts';
import { undoActionsContract } from './undo-actions-contract.ts';
import { undoContract } from './undo-contract.ts';
import { weightContract } from './weight-contract.ts';

export function remoteContract(name: string, begin: () => Promise<ContractWorld>): void {
  describe(`${name} keeps the contract of a server:`, () => {
    let world: ContractWorld;
    beforeAll(async () => {
      world = await begin();
    });
    afterAll(() => world.stop());

    sharingContract(() => world);
    mergeContract(() => world);
    naturesContract(() => world);
    linesContract(() => world);
    transfersContract(() => world);
    sidesContract(() => world);
    refundsContract(() => world);
    renamesContract(() => world);
    mergesContract(() => world);
    deletionsContract(() => world);
    returnsContract(() => world);
    statusContract(() => world);
    importsContract(() => world);
    importRightsContract(() => world);
    importedChoicesContract(() => world);
    importedEditsContract(() => world);
    importedSidesContract(() => world);
    revertsContract(() => world);
    noticesContract(() => world);
    truncationContract(() => world);
    undoContract(() => world);
    undoActionsContract(() => world);
    askedByTwoContract(() => world);
    mutationsContract(() => world);
    keptEntriesContract(() => world);
    apartContract(() => world);
    apartUnitsContract(() => world);
    apartSizeContract(() => world);
    weightContract(() => world);
    devicesContract(() => world);
    accessContract(() => world);
    handOverContract(() => world);
    namesContract(() => world);
    answersContract(() => world);
    contractOfSchedules(() => world);
  });
}
