import { runningHistoriesEndWell } from './support/running/lives.ts';

runningHistoriesEndWell();
