// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followServiceWorker } from './service-worker-updates.ts';

type State = 'installing' | 'installed' | 'activating' | 'activated' | 'redundant';

/** The browser's side of a worker. */
class Worker extends EventTarget {
  state: State;
  readonly scriptURL = new URL('/service-worker.js', location.href).href;
  readonly told: unknown[] = [];

  constructor(state: State) {
    super();
    this.state = state;
  }

  become(state: State): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage(message: unknown): void {
    this.told.push(message);
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;

  /** A new version is found, and is being installed. */
  find(): Worker {
    const worker = new Worker('installing');
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    return worker;
  }

  /** The installed worker waits for the one in charge. */
  install(worker: Worker): void {
    this.installing = null;
    this.waiting = worker;
    worker.become('installed');
    // Workbox gives a worker so many milliseconds to become active by itself.
    vi.advanceTimersByTime(200);
  }
}

class Container extends EventTarget {
  controller: Worker | null = null;
  readonly registration = new Registration();
  register = vi.fn<() => Promise<Registration>>(async () => this.registration);

  control(worker: Worker): void {
    this.registration.waiting = null;
    this.registration.active = worker;
    this.controller = worker;
    worker.become('activating');
    this.dispatchEvent(new Event('controllerchange'));
    worker.become('activated');
  }
}

let container: Container;
/** What accepts each offer, in their order. */
let offers: (() => void)[];
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  container = new Container();
  offers = [];
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
});

const follow = (atStart: ServiceWorker | null = null) =>
  followServiceWorker(atStart, {
    offer: (take) => offers.push(take),
    reload,
  });

function controlledPage(): void {
  container.registration.active = new Worker('activated');
  container.controller = container.registration.active;
}

it('the first worker of a page brings nothing new', async () => {
  const first = container.registration.find();
  const following = follow();
  await vi.waitFor(() => expect(container.register).toHaveBeenCalled());
  first.become('installed');
  container.control(first);
  await following;
  vi.advanceTimersByTime(1000);
  expect(offers).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

it.each(['while', 'before'])(
  'the first worker brings nothing new although it becomes active late, installed %s the page registers',
  async (when) => {
    const first = container.registration.find();
    if (when === 'before') container.registration.install(first);
    const following = follow();
    await vi.advanceTimersByTimeAsync(0);
    if (when === 'while') {
      container.registration.dispatchEvent(new Event('updatefound'));
      container.registration.install(first);
    }
    await following;
    expect(offers).toEqual([]);
    container.control(first);
    await vi.advanceTimersByTimeAsync(1000);
    expect(offers).toEqual([]);
  },
);

/** The first installation, which fails. The browser drops the worker and its registration. */
async function failedInstall(): Promise<void> {
  const failing = container.registration.find();
  await vi.waitFor(() => expect(container.register).toHaveBeenCalledTimes(1));
  container.registration.installing = null;
  failing.become('redundant');
  await vi.advanceTimersByTimeAsync(0);
}

it.each(['the worker’s script', 'a part of the app'])(
  '%s that did not load is loaded when the network comes back',
  async (part) => {
    if (part === 'a part of the app') container.registration.find();
    else container.register.mockRejectedValueOnce(new TypeError('failed to fetch'));
    const following = follow();
    if (part === 'a part of the app') await failedInstall();
    await vi.advanceTimersByTimeAsync(1000);
    expect(container.register).toHaveBeenCalledTimes(1);

    const worker = container.registration.find();
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(container.register).toHaveBeenCalledTimes(2);
    worker.become('installed');
    container.control(worker);
    await following;
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(container.register).toHaveBeenCalledTimes(2);
    expect(offers).toEqual([]);
  },
);

it('a network that comes back before the failure is noticed counts, too', async () => {
  const failing = container.registration.find();
  const following = follow();
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  container.registration.installing = null;
  failing.become('redundant');
  container.registration.active = new Worker('activated');
  await following;
  expect(container.register).toHaveBeenCalledTimes(2);
});

it('a server that was away, unnoticed by the browser, is asked again after half a minute', async () => {
  container.register.mockRejectedValueOnce(new TypeError('failed to fetch'));
  controlledPage();
  const following = follow();
  await vi.advanceTimersByTimeAsync(30_000);
  await following;
  expect(container.register).toHaveBeenCalledTimes(2);
});

it('a version that was installed before is offered, and comes when it is accepted', async () => {
  controlledPage();
  const next = new Worker('installed');
  container.registration.waiting = next;
  await follow();
  expect(next.told).toEqual([]);
  offers[0]?.();
  expect(next.told).toEqual([{ type: 'SKIP_WAITING' }]);
  expect(reload).not.toHaveBeenCalled();
  container.control(next);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('a version that is found later is offered when it is installed', async () => {
  controlledPage();
  await follow();
  const next = container.registration.find();
  expect(offers).toEqual([]);
  container.registration.install(next);
  expect(offers).toHaveLength(1);
});

it('a version that is being installed when the page registers is offered, too', async () => {
  controlledPage();
  const next = container.registration.find();
  await follow();
  container.registration.install(next);
  expect(offers).toHaveLength(1);
});

it('an accepted version comes although the browser never puts its worker in charge', async () => {
  controlledPage();
  await follow();
  container.registration.install(container.registration.find());
  offers[0]?.();
  await vi.advanceTimersByTimeAsync(2900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('an accepted version comes although the first worker took control while the page registered it', async () => {
  const first = new Worker('installed');
  container.register.mockImplementation(async () => {
    container.control(first);
    return container.registration;
  });
  await follow();
  const next = container.registration.find();
  container.registration.install(next);
  offers[0]?.();
  container.control(next);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('a version that another tab accepted is offered, and comes only when it is accepted here', async () => {
  controlledPage();
  await follow();
  const next = container.registration.find();
  container.registration.install(next);
  container.control(next);
  expect(reload).not.toHaveBeenCalled();
  expect(offers).toHaveLength(2);
  offers[1]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a version that took over before the page followed updates is offered', async () => {
  controlledPage();
  const atStart = navigator.serviceWorker.controller;
  controlledPage();
  await follow(atStart);
  expect(offers).toHaveLength(1);
});

it('a browser that refuses workers costs the app nothing, however it refuses', async () => {
  const failed = vi.fn<() => void>();
  container.register.mockRejectedValueOnce(new Error('SecurityError'));
  follow().catch(failed);
  await vi.advanceTimersByTimeAsync(10_000);
  Object.assign(container, { register: () => undefined });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).not.toHaveBeenCalled();
  expect(offers).toEqual([]);
});
