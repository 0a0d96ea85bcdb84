/** Anna has a phone and a laptop, one account, and a network that does what a test says. */
import type { TransactionRow } from '#domain/rows';
import { entriesToSettle } from '#store/outbox/outbox';
import { FakeServer } from './fake-server.ts';
import { type Fault, throughFaults } from './faulty-remote.ts';
import { ANNA, BEN, enter, HOME, makeAccount, START } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';

export const SCOPE = `account:${HOME}`;

export async function annaWithTwoDevices() {
  let time = START;
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const remote = server.as(ANNA.userId);
  const phone = new SimulatedDevice(ANNA, now);
  const laptop = new SimulatedDevice(ANNA, now);
  await phone.commit([makeAccount(HOME, ANNA)]);
  await phone.sync(remote);
  await laptop.sync(remote);
  /** The server behind a network with these faults for the next requests. */
  const through = (...faults: Fault[]) => {
    const nothing = async () => {};
    return throughFaults(remote, {
      faults,
      stragglers: [],
      otherSession: server.as(BEN.userId),
      overtake: nothing,
      edit: nothing,
      evict: nothing,
    });
  };
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { server, remote, phone, laptop, now, wait, through };
}

/** Returns the only row of a device's account. */
export async function onlyRow(device: SimulatedDevice): Promise<TransactionRow> {
  const [row, ...others] = await device.rows(SCOPE);
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} rows instead of one`);
  return row;
}

/** Anna with so many entries on her phone. Returns their ids, too. */
export async function annaWithEntries(count: number) {
  const world = await annaWithTwoDevices();
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) ids.push(await world.phone.commit([enter(number)]));
  return { ...world, ids };
}

/** The ids of the rows whose entries are to be settled, such as those that a restored server lost. */
export const lostRows = async ({ db }: SimulatedDevice) =>
  (await entriesToSettle(db)).map((entry) => entry.rows[0]?.[1]);
