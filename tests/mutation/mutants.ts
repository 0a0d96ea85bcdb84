/** The guards that the proof relies on. Each has the text that replaces it, and the test that must then fail. */

import { ofApart } from './apart-mutants.ts';
import { ofTheAuthService } from './auth-mutants.ts';
import { ofDecisions } from './decision-mutants.ts';
import { onDevice } from './device-mutants.ts';
import { seenByAFault } from './fault-mutants.ts';
import { onHistory } from './history-mutants.ts';
import { ofImports } from './import-mutants.ts';
import { onTheLedger } from './ledger-mutants.ts';
import { ofMerges } from './merge-mutants.ts';
import type { Mutant } from './mutant.ts';
import { onOthersData } from './mutants-of-others-data.ts';
import { ofNotices } from './notice-mutants.ts';
import { ofOccurrences } from './occurrence-mutants.ts';
import { seenByTheOracle } from './oracle-mutants.ts';
import { ofOrder } from './order-mutants.ts';
import { onOwnDatabases } from './own-database-mutants.ts';
import { seenByTheFirstRule } from './promise-mutants.ts';
import { ofRefunds } from './refund-mutants.ts';
import { betweenReleases } from './release-mutants.ts';
import { ofSchedules } from './schedule-mutants.ts';
import { onServer } from './server-mutants.ts';
import { sessionMutants } from './session-mutants.ts';
import { onSettingUp } from './setup-mutants.ts';
import { onTooMuch } from './size-mutants.ts';

export const mutants: readonly Mutant[] = [
  ...onDevice,
  ...ofOrder,
  ...seenByTheOracle,
  ...seenByTheFirstRule,
  ...seenByAFault,
  ...onServer,
  ...ofDecisions,
  ...ofNotices,
  ...onOthersData,
  ...onHistory,
  ...onTheLedger,
  ...ofImports,
  ...ofMerges,
  ...ofSchedules,
  ...ofOccurrences,
  ...ofRefunds,
  ...ofApart,
  ...onSettingUp,
  ...onOwnDatabases,
  ...ofTheAuthService,
  ...sessionMutants,
  ...onTooMuch,
  ...betweenReleases,
];
