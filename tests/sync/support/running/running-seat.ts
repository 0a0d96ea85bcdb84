/** A device whose engine runs: its loop with timers, hints and lock, on a line, by a clock that may be wrong. */
import type { Environment } from '../../../../sync/environment.ts';
import { type Sync, startSync } from '../../../../sync/index.ts';
import type { Remote } from '../../../../sync/remote.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Line, newLine, throughLine } from './line.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Milliseconds that a tab waits for the cycle of another one (sync/tab-lock.ts). */
const PATIENCE_MS = 10_000;

/** What the tabs of a device share. */
interface Shared {
  line: Line;
  lock: Promise<unknown>;
  failures: unknown[];
}

interface Tab {
  device: SimulatedDevice;
  sync: Sync;
  reach: () => void;
  /** Its page is gone. */
  isClosed: boolean;
}

export class RunningSeat {
  readonly #time: VirtualTime;
  readonly #remote: Remote;
  readonly #device: SimulatedDevice;
  readonly #shared: Shared = { line: newLine(), lock: Promise.resolve(), failures: [] };
  #tabs: Tab[] = [];

  /** `heard` is called when a response came that tells the server's time. */
  constructor(time: VirtualTime, device: SimulatedDevice, server: Remote, heard: () => void) {
    this.#time = time;
    this.#device = device;
    const remote = throughLine(server, this.#shared.line, time);
    const pull: Remote['pull'] = async (...question) => {
      const answer = await remote.pull(...question);
      heard();
      return answer;
    };
    this.#remote = { ...remote, pull };
    this.open(device);
  }

  get line(): Line {
    return this.#shared.line;
  }

  /** The pages of all its tabs. */
  get pages(): SimulatedDevice[] {
    return this.#tabs.map(({ device }) => device);
  }

  /** What the engine reported besides the server's failures. */
  get failures(): readonly unknown[] {
    return this.#shared.failures;
  }

  /** Opens the app in a tab. */
  open(device: SimulatedDevice = this.#device.tab()): void {
    let reach = () => {};
    const failed = (failure: unknown) => {
      // Its database was closed with the page, and nobody is left who could report that.
      if (!tab.isClosed) this.#shared.failures.push(failure);
    };
    const environment = this.#environment(failed, (report) => {
      reach = report;
    });
    const sync = startSync({ database: device.db, remote: this.#remote, environment });
    const tab: Tab = { device, sync, reach: () => reach(), isClosed: false };
    this.#tabs.push(tab);
  }

  /** Closes all tabs but the first. */
  closeOthers(): void {
    for (const tab of this.#tabs.splice(1)) {
      end(tab);
      tab.device.db.close();
    }
  }

  /** The page dies with all tabs and is opened again. What was under way gets no answer. */
  restart(): void {
    this.stop();
    this.#shared.lock = Promise.resolve();
    this.#device.reload();
    this.open(this.#device);
  }

  /** The device comes online, or the app to the front. */
  reach(): void {
    for (const tab of this.#tabs) tab.reach();
  }

  stop(): void {
    this.closeOthers();
    for (const tab of this.#tabs.splice(0)) end(tab);
  }

  #environment(report: Environment['report'], onReachable: (report: () => void) => void): Environment {
    const { line } = this.#shared;
    const awake = (run: () => void) => () => {
      if (line.sleepsUntil > this.#time.now) this.#time.after(line.sleepsUntil - this.#time.now, run);
      else run();
    };
    return {
      now: () => this.#device.now(),
      random: () => 0.5,
      after: (delay, run) => this.#time.after(delay, awake(run)),
      whenIdle: (delay, run) => this.#time.after(delay, awake(run)),
      exclusively: (run) => this.#underLock(run),
      whenReachable: (report) => {
        onReachable(report);
        return () => onReachable(() => {});
      },
      report,
    };
  }

  /** One tab after the other. Who has waited long enough does not wait any more. */
  #underLock<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#shared.lock;
    const result = Promise.race([before, this.#time.wait(PATIENCE_MS)]).then(run);
    this.#shared.lock = Promise.allSettled([before, result]);
    return result;
  }
}

function end(tab: Tab): void {
  tab.isClosed = true;
  tab.sync.stop();
}
