/** What a recorded engine.js is made of: a device with its outbox, and the way to the server. */
export { retryEntry } from '#store/commands/entries/entry-retry';
export { entriesToSettle } from '#store/outbox/outbox';
export { REFUSALS } from '#texts/sync/entries';
export { callRemote } from '../../../sync/call-remote.ts';
export { httpCalls } from '../../../sync/http-calls.ts';
export { SimulatedDevice } from '../../sync/support/simulated-device.ts';
