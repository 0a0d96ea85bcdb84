/**
 * A small world: one server, three people who share an account and a budget, up to four devices, and steps that happen to
 * them. Nothing is random here; a history of steps always ends the same.
 */
import * as fc from 'fast-check';
import { cancelIntent, IntentError } from '#store/intents';
import { RemoteFailure } from '../../sync/remote.ts';
import { FakeServer } from './fake-server.ts';
import { type Fault, type FaultyNetwork, throughFaults } from './faulty-remote.ts';
import { ANNA, BEN, CARA, change, enter, erase, HOME, idOf, makeAccount, SHOP, START } from './people.ts';
import { expectSeen } from './seen.ts';
import { SimulatedDevice } from './simulated-device.ts';

export const FOOD_BUDGET = idOf(900_001);
export const FOOD = idOf(900_002);
const BEN_AT_HOME = idOf(900_003);
const CARA_AT_BUDGET = idOf(900_004);

const CATEGORIES = ['Food', 'Home', 'Meals'];
/** Who has which device, and by how many milliseconds its clock is wrong. */
const DEVICES = [
  { person: ANNA, skew: 0 },
  { person: BEN, skew: 3_600_000 },
  { person: ANNA, skew: -7_200_000 },
  { person: CARA, skew: 0 },
];

const FIELDS = ['amount', 'notes', 'date', 'account', 'category'] as const;
type Field = (typeof FIELDS)[number];

export type Step =
  | { do: 'enter'; on: number; account: number; month: number; amount: number; category: number; income: boolean }
  | { do: 'edit'; on: number; row: number; what: Field; value: number }
  | { do: 'erase'; on: number; row: number }
  | { do: 'undo'; on: number }
  | { do: 'rename'; on: number; from: number; to: number }
  | { do: 'sync'; on: number; faults: Fault[]; tabs: boolean }
  | { do: 'reload'; on: number }
  | { do: 'role'; role: 'viewer' | 'member' | 'admin' | null }
  | { do: 'budget'; given: boolean }
  | { do: 'collect' };

const on = fc.nat(3);
const small = fc.nat(7);
const fault = fc.constantFrom<Fault>(
  'ok',
  'ok',
  'ok',
  'lost request',
  'lost reply',
  'duplicate',
  'busy',
  'signed out',
  'overtaken',
  'edited',
  'edited',
);

/** Steps as they come in life: mostly entering and syncing. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('enter' as const),
        on,
        account: fc.nat(1),
        month: fc.nat(5),
        amount: fc.integer({ min: 1, max: 500 }),
        category: fc.nat(2),
        income: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        on,
        row: small,
        what: fc.constantFrom(...FIELDS),
        value: small,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), on, row: small }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), on }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('rename' as const), on, from: fc.nat(2), to: fc.nat(2) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('sync' as const),
        on,
        faults: fc.array(fault, { maxLength: 8 }),
        tabs: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), on }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('role' as const),
        role: fc.constantFrom('viewer', 'member', 'admin', null),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('budget' as const), given: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('collect' as const) }) },
  ),
  { minLength: 3, maxLength: 40 },
);

export class World {
  #time = START;
  #entered = 0;
  #turn = 0;
  readonly server = new FakeServer(() => this.#time);
  readonly devices: SimulatedDevice[];
  /** Every intent that was committed and not taken back, by mutation id, with its device. */
  readonly intents = new Map<string, SimulatedDevice>();
  readonly #last = new Map<SimulatedDevice, string>();

  constructor(devices: number) {
    this.devices = DEVICES.slice(0, devices).map(
      ({ person, skew }) => new SimulatedDevice(person, () => this.#time + skew),
    );
  }

  /** Two accounts of Anna's; Ben is a member of the first, Cara has a budget in it. */
  async begin(): Promise<void> {
    for (const { userId, userEmail } of [ANNA, BEN, CARA]) this.server.addUser(userId, userEmail);
    const anna = this.server.as(ANNA.userId);
    const createdAt = '2026-01-01T00:00:00.000Z';
    await anna.push(ANNA.userId, [
      {
        id: idOf(900_010),
        editedAt: createdAt,
        operations: [
          makeAccount(HOME, ANNA),
          makeAccount(SHOP, ANNA),
          {
            kind: 'insert',
            table: 'categories',
            row: { id: FOOD, createdAt, accountId: HOME, name: 'Food', type: 'expense' },
          },
          {
            kind: 'insert',
            table: 'budgets',
            row: {
              id: FOOD_BUDGET,
              createdAt,
              accountId: HOME,
              name: 'Food',
              amount: 10_000,
              categoryId: FOOD,
              description: null,
              shortId: 'FOOD000',
              currencyCode: 'USD',
              periodType: 'monthly',
              startDate: '2026-01-01',
            },
          },
        ],
      },
    ]);
    this.server.share({ id: BEN_AT_HOME, accountId: HOME, userId: BEN.userId, role: 'member' });
    const cara = { id: CARA_AT_BUDGET, accountId: HOME, budgetId: FOOD_BUDGET, userId: CARA.userId };
    this.server.share({ ...cara, role: 'member' });
  }

  async run(step: Step): Promise<void> {
    this.#time += 1000;
    const device = 'on' in step ? this.devices[step.on % this.devices.length] : undefined;
    if (device && 'on' in step) {
      await this.#onDevice(device, step);
      return expectSeen(this, device);
    }
    const { server } = this;
    if (step.do === 'collect') server.collectGarbage(HOME);
    if (step.do === 'role') {
      server.unshare(BEN_AT_HOME);
      if (step.role) server.share({ id: BEN_AT_HOME, accountId: HOME, userId: BEN.userId, role: step.role });
    }
    if (step.do === 'budget') {
      server.unshare(CARA_AT_BUDGET);
      const cara = { id: CARA_AT_BUDGET, accountId: HOME, budgetId: FOOD_BUDGET, userId: CARA.userId };
      if (step.given) server.share({ ...cara, role: 'member' });
    }
  }

  /** Everybody online, nothing goes wrong, until nobody has anything to say. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      for (const device of this.devices) await this.#sync(device, [], false);
    }
  }

  async #onDevice(device: SimulatedDevice, step: Extract<Step, { on: number }>): Promise<void> {
    switch (step.do) {
      case 'sync':
        return this.#sync(device, [...step.faults], step.tabs);
      case 'reload':
        return device.reload();
      case 'undo':
        return this.#undo(device);
      case 'rename': {
        const [from = '', to = ''] = [CATEGORIES[step.from], CATEGORIES[step.to]];
        return this.#commit(device, [
          { kind: 'call', name: 'category.rename', arguments: { type: 'expense', from, to } },
        ]);
      }
      case 'enter':
        return this.#enter(device, step);
      case 'edit':
      case 'erase':
        return this.#edit(device, step);
    }
  }

  async #enter(device: SimulatedDevice, step: Extract<Step, { do: 'enter' }>): Promise<void> {
    const contributes = device.person === CARA;
    await this.#commit(device, [
      enter(++this.#entered, {
        accountId: contributes || step.account === 0 ? HOME : SHOP,
        date: dateIn(step.month),
        amount: step.amount,
        category: CATEGORIES[step.category] ?? 'Food',
        type: step.income ? 'income' : 'expense',
        budgetId: contributes ? FOOD_BUDGET : null,
      }),
    ]);
  }

  async #edit(device: SimulatedDevice, step: Extract<Step, { row: number }>): Promise<void> {
    const scopes = [`account:${HOME}`, `account:${SHOP}`, `budget:${FOOD_BUDGET}`];
    const rows = (await Promise.all(scopes.map((scope) => device.rows(scope)))).flat();
    const row = rows[step.row % Math.max(1, rows.length)];
    if (!row) return;
    if (step.do === 'erase') return this.#commit(device, [erase(row)], row);
    const { value } = step;
    const after = {
      amount: { amount: value + 1, type: value % 2 === 0 ? 'income' : 'expense' },
      notes: { notes: `n${value}`, description: `d${value}` },
      date: { date: dateIn(value % 6) },
      account: { accountId: row.accountId === HOME ? SHOP : HOME },
      category: { category: CATEGORIES[value % 3] ?? 'Food' },
    }[step.what];
    return this.#commit(device, [change(row, after)], row);
  }

  /** What somebody does who does not wait for the network: every time something else. */
  async #goOn(device: SimulatedDevice): Promise<void> {
    const turn = this.#turn++;
    if (turn % 6 === 5) return this.#edit(device, { do: 'erase', on: 0, row: turn });
    await this.#edit(device, { do: 'edit', on: 0, row: turn, what: FIELDS[turn % 5] ?? 'notes', value: turn % 8 });
  }

  async #commit(
    device: SimulatedDevice,
    operations: Parameters<SimulatedDevice['commit']>[0],
    seen?: Awaited<ReturnType<SimulatedDevice['rows']>>[number],
  ): Promise<void> {
    const id = await device.commit(operations, seen && [seen]);
    this.intents.set(id, device);
    this.#last.set(device, id);
  }

  async #undo(device: SimulatedDevice): Promise<void> {
    const id = this.#last.get(device);
    if (id && (await cancelIntent(device.db, id))) this.intents.delete(id);
  }

  async #sync(device: SimulatedDevice, faults: Fault[], tabs: boolean): Promise<void> {
    const server = this.server.as(device.person.userId);
    const other = device.tab();
    const network: FaultyNetwork = {
      faults,
      limit: 2,
      overtake: () => ignoringFailures(other.sync(server)),
      edit: () => this.#goOn(device),
    };
    const remote = throughFaults(server, network);
    const cycles = tabs ? [device.sync(remote), other.sync(remote)] : [device.sync(remote)];
    await Promise.all(cycles.map(ignoringFailures));
    other.db.close();
  }
}

/** A cycle that fails is tried again some time; a refusal of an intent is the screen's matter. */
async function ignoringFailures(cycle: Promise<void>): Promise<void> {
  try {
    await cycle;
  } catch (failure) {
    if (!(failure instanceof RemoteFailure || failure instanceof IntentError)) throw failure;
  }
}

function dateIn(month: number): string {
  return `2026-0${month + 1}-1${month}`;
}
