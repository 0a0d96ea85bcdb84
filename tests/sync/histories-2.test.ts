import { historiesEndWell } from './support/simulation/lives.ts';
import { meetings } from './support/simulation/meetings.ts';

historiesEndWell(2, 'in which people change the same rows', meetings);
