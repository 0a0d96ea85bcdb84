import { historiesEndWell } from './support/simulation/lives.ts';
import { meetings } from './support/simulation/meetings.ts';

// A meeting takes twice the time of another history.
historiesEndWell(2, 'in which people change the same rows', meetings, Number(process.env.HISTORIES ?? 90));
