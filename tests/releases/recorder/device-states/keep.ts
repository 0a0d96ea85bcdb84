import type { Device } from './device.ts';

/** Keeps the database of the device as it is now. `about` is a sentence. */
export type Keep = (name: string, device: Device, about: string) => Promise<void>;
