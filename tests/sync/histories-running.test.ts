import { keptRunningHistoriesEndWell, runningHistoriesEndWell } from './support/running/lives.ts';

runningHistoriesEndWell('histories in which engines run end well and come to rest');
keptRunningHistoriesEndWell();
