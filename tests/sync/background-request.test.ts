// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { BACKGROUND_PUSH } from '../../sync/background.ts';
import { requestBackgroundPush } from '../../sync/background-request.ts';
import { ANNA, HOME, makeAccount, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

const register = vi.fn<(tag: string) => Promise<void>>(async () => {});
let device: SimulatedDevice;
beforeEach(() => {
  const registration = { sync: { register } };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration: async () => registration } });
  device = new SimulatedDevice(ANNA, () => START);
  onTestFinished(requestBackgroundPush(device.db));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  register.mockClear();
});

const leaveApp = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
const loseNetwork = () => window.dispatchEvent(new Event('offline'));
const enterSomething = () => device.commit([makeAccount(HOME, ANNA)]);

it.each([
  ['the user leaves the app', leaveApp],
  ['the network goes', loseNetwork],
])('[S31a] the page asks for a push by the worker when %s while something waits', async (_, act) => {
  await enterSomething();
  expect(register).not.toHaveBeenCalled();
  act();
  await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith(BACKGROUND_PUSH));
});

it('[S31a] the page asks for a push by the worker when the user enters something without a network', async () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  await enterSomething();
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith(BACKGROUND_PUSH));
});

it('[S31a] the page asks for nothing while nothing waits', async () => {
  leaveApp();
  loseNetwork();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(register).not.toHaveBeenCalled();
});
