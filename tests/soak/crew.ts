/**
 * Lets processes live histories, and goes on whatever becomes of one. A process that dies or hangs makes its history a
 * red one, and another process takes its place.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';

export const Job = v.object({ seed: v.number(), kind: v.string() });
export type Job = v.InferOutput<typeof Job>;

/**
 * What went wrong, in a line or two and as a whole, and the smallest history in which it did, as JSON. `history` is
 * null if the process ended before it had drawn one.
 */
const Failure = v.object({ said: v.string(), whole: v.string(), history: v.nullable(v.string()) });
export type Failure = v.InferOutput<typeof Failure>;

/** What a process says of its job. */
const Word = v.variant('say', [
  /** It begins with this history: the seed's own, or a smaller one while it looks for the smallest that fails. */
  v.object({ say: v.literal('trying'), history: v.string() }),
  v.object({ say: v.literal('ended'), failure: v.nullable(Failure) }),
]);
export type Word = v.InferOutput<typeof Word>;

/** Milliseconds that a process may take to load on a busy machine, besides. */
const LOADING = 60_000;

interface Options {
  /** The file that each process runs; it calls `serve`. */
  program: string;
  size: number;
  /** A process that says nothing for so many milliseconds hangs. */
  patience: number;
  /** Called at the end of each job, with null if its history ended well. */
  onEnd(job: Job, failure: Failure | null): void;
}

/** Resolves when all jobs have ended, and all processes. */
export async function work(jobs: Iterable<Job>, { program, size, patience, onEnd }: Options): Promise<void> {
  const left = jobs[Symbol.iterator]();
  const lane = async () => {
    let child: ChildProcess | undefined;
    for (let next = left.next(); !next.done; next = left.next()) {
      if (!child?.connected) child = fork(program, [], { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
      onEnd(next.value, await perform(next.value, child, patience));
    }
    if (child?.connected) {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }
  };
  await Promise.all(Array.from({ length: size }, lane));
}

/** Lets the process do the job. Afterwards it is free for the next one, or gone. */
function perform(job: Job, child: ChildProcess, patience: number): Promise<Failure | null> {
  return new Promise((resolve) => {
    let history: string | null = null;
    let lastWords = '';
    let hasHung = false;
    let hung = setTimeout(giveUp, LOADING + patience);
    function giveUp(): void {
      hasHung = true;
      child.kill('SIGKILL');
    }
    const heard = (message: unknown) => {
      const word = v.parse(Word, message);
      if (word.say === 'ended') return end(word.failure);
      history = word.history;
      clearTimeout(hung);
      hung = setTimeout(giveUp, patience);
    };
    const complained = (text: Buffer) => {
      lastWords = (lastWords + text.toString()).slice(-4000);
    };
    const closed = (code: number | null, signal: string | null) => {
      const death = `the process ended with ${signal ?? `code ${code}`}`;
      const said = hasHung ? `it hangs: nothing was heard for ${patience / 1000} seconds` : death;
      end({ said, whole: `${said}\n${lastWords}`.trim(), history });
    };
    function end(failure: Failure | null): void {
      clearTimeout(hung);
      child.off('message', heard).off('close', closed);
      child.stderr?.off('data', complained);
      resolve(failure);
    }
    child.on('message', heard).on('close', closed);
    child.stderr?.on('data', complained);
    // If it has just died, its end says so.
    child.send(job, () => {});
  });
}
