/** The end of a run of browser tests. */
import { rm } from 'node:fs/promises';
import { allProfiles } from './profile-folder.ts';

export default async function removeProfiles(): Promise<void> {
  await rm(allProfiles(), { recursive: true, force: true });
}
