/** The side of a process that lives histories for a soak: it gets jobs from its parent, one after the other. */
import * as v from 'valibot';
import { Job, type Word } from './crew.ts';
import type { Kind } from './kind.ts';

/** Lives what the parent asks for, until the parent disconnects. `stop` ends what the histories have started. */
export function serve(kinds: readonly Kind[], stop: () => Promise<void> = async () => {}): void {
  const say = (word: Word) => process.send?.(word);
  process.on('message', async (message) => {
    const job = v.parse(Job, message);
    const kind = kinds.find(({ name }) => name === job.kind);
    if (!kind) throw new Error(`no kind of histories is ${job.kind}`);
    const failure = await kind.live(job.seed, (history) => say({ say: 'trying', history }));
    say({ say: 'ended', failure });
  });
  process.once('disconnect', async () => {
    await stop();
    process.exit();
  });
}
