import { historiesEndWell } from './simulation/lives.ts';

historiesEndWell(1);
