/** A browser on somebody's desk: one storage, one clock, and whoever is signed in. Each user has a database of their own in it. */
import { type Person, SimulatedDevice } from '../simulated-device.ts';

/** The true time, in milliseconds; steps make it go on. */
export interface WorldClock {
  now: number;
}

const HOUR = 3_600_000;

/** So that short histories have many answers. */
const FEW_ROWS = { first: 2, later: 2 };

export class Seat {
  /** By how much its clock is wrong. */
  hours: number;
  /** Nothing was ever synced on it. */
  readonly isNew: boolean;
  readonly devices: SimulatedDevice[];
  device: SimulatedDevice;

  constructor(clock: WorldClock, person: Person, { hours, isNew }: { hours: number; isNew: boolean }) {
    this.hours = hours;
    this.isNew = isNew;
    this.device = new SimulatedDevice(person, () => clock.now + this.hours * HOUR);
    this.device.limits = FEW_ROWS;
    this.devices = [this.device];
  }

  /** The next of these people signs in. */
  switchUser(people: readonly Person[]): void {
    const person = people[(people.indexOf(this.device.person) + 1) % people.length];
    if (!person) return;
    const known = this.devices.find((device) => device.person === person);
    this.device = known ?? new SimulatedDevice(person, this.device.now, this.device.storage);
    this.device.limits = FEW_ROWS;
    if (!known) this.devices.push(this.device);
  }
}
