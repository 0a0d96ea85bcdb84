import { historiesEndWell } from './support/simulation/lives.ts';
import { histories } from './support/simulation/step.ts';

historiesEndWell(1, 'of 2 to 5 devices, with every fault,', histories);
