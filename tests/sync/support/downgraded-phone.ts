/** A phone whose app goes back to v0.2.0, and later to today's again, with one database all the time. */
import type { TestBackend } from '../../support/backend.ts';
import { EngineUser, engineOf, signUpWith } from './released-engine.ts';

const [today, older] = [engineOf('today'), engineOf('v0.2.0')];

export type Device = ReturnType<EngineUser['device']>;

export type DowngradedPhone = Awaited<ReturnType<typeof phoneOfAnna>>;

/** Anna's phone with today's app, an account (`home`) and these categories, all synced. */
export async function phoneOfAnna(backend: TestBackend, categories: readonly string[]) {
  const anna = await signUpWith(today, backend);
  const remoteOfOlder = new EngineUser(backend, older, anna.person, anna.token).remote;
  const phone = anna.device();
  const home = crypto.randomUUID();
  await phone.commit([anna.account(home)]);
  for (const name of categories) await phone.commit([anna.category(home, name)]);
  await phone.sync(anna.remote);
  return {
    anna,
    remoteOfOlder,
    phone,
    home,
    goBack() {
      phone.db.close();
      return new older.SimulatedDevice(anna.person, Date.now, phone.storage);
    },
    goOn(device: Device) {
      device.db.close();
      return new today.SimulatedDevice(anna.person, Date.now, device.storage);
    },
  };
}
