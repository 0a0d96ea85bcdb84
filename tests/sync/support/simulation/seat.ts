/** A browser: one storage, one clock, and the signed-in person. Each user has their own database in it. */
import { type Person, SimulatedDevice } from '../simulated-device.ts';

/** The true time in milliseconds. Steps advance it. */
export interface WorldClock {
  now: number;
}

const HOUR = 3_600_000;

/** Small limits, so that short histories have many responses. */
const FEW_ROWS = { first: 2, later: 2 };

export class Seat {
  /** By how many milliseconds its clock is wrong. */
  hours: number;
  /** Nothing was ever synced on it. */
  readonly isNew: boolean;
  /** Which part of the rows its version of the app cannot read. */
  unread: number | null = null;
  readonly devices: SimulatedDevice[];
  device: SimulatedDevice;

  constructor(clock: WorldClock, person: Person, { hours, isNew }: { hours: number; isNew: boolean }) {
    this.hours = hours;
    this.isNew = isNew;
    this.device = new SimulatedDevice(person, () => clock.now + this.hours * HOUR);
    this.device.limits = FEW_ROWS;
    this.devices = [this.device];
  }

  /** Signs in the next of these people. */
  switchUser(people: readonly Person[]): void {
    const person = people[(people.indexOf(this.device.person) + 1) % people.length];
    if (!person) return;
    const known = this.devices.find((device) => device.person === person);
    this.device = known ?? new SimulatedDevice(person, this.device.now, this.device.storage);
    this.device.limits = FEW_ROWS;
    if (!known) this.devices.push(this.device);
  }
}
