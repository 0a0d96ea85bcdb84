/** All that servers do with schedules and their occurrences (S80). */
import type { ContractWorld } from './contract-world.ts';
import { expectedLinesContract } from './expected-lines-contract.ts';
import { occurrenceKeysContract } from './occurrence-keys-contract.ts';
import { occurrencesContract } from './occurrences-contract.ts';
import { scheduleCategoriesContract } from './schedule-categories-contract.ts';
import { schedulesContract } from './schedules-contract.ts';

export function contractOfSchedules(world: () => ContractWorld): void {
  schedulesContract(world);
  scheduleCategoriesContract(world);
  occurrencesContract(world);
  occurrenceKeysContract(world);
  expectedLinesContract(world);
}
