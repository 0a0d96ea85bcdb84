/**
 * A browser that is asked over its own pipe. Playwright has the browser keep each request and response in the page's
 * process, up to 100 MB, which would count as memory of the tab.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import * as v from 'valibot';
import { chromiumOptions } from '../../support/chromium.ts';

const Message = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
});
const Attached = v.object({ sessionId: v.string() });
const Created = v.object({ targetId: v.string() });
const Evaluated = v.object({ result: v.object({ value: v.optional(v.unknown()), objectId: v.optional(v.string()) }) });

const EVERY_MS = 250;

export class PlainPage {
  readonly #process: ChildProcess;
  readonly #pipe: Writable;
  readonly #open = new Map<number, PromiseWithResolvers<unknown> & { sessionId: string | undefined }>();
  /** The sessions of the page and of its workers. */
  readonly #sessions = new Set<string>();
  #page = '';
  #last = 0;

  private constructor(profile: string) {
    const { executablePath = '', args = [], env } = chromiumOptions();
    const own = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    this.#process = spawn(executablePath, [...args, ...own], { stdio: [...stdio], env: { ...process.env, ...env } });
    const [, , , to, from] = this.#process.stdio;
    if (!(to instanceof Writable) || !(from instanceof Readable)) throw new Error('the browser has no pipe');
    this.#pipe = to;
    let text = '';
    from.setEncoding('utf8').on('data', (some: string) => {
      const messages = (text + some).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#take(v.parse(Message, JSON.parse(message)));
    });
  }

  /** Opens the address in a browser with this profile. */
  static async open(profile: string, url: string): Promise<PlainPage> {
    const page = new PlainPage(profile);
    const { targetId } = v.parse(Created, await page.#send('Target.createTarget', { url: 'about:blank' }));
    const attached = await page.#send('Target.attachToTarget', { targetId, flatten: true });
    page.#page = v.parse(Attached, attached).sessionId;
    await page.#ask('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await page.#ask('Page.navigate', { url });
    return page;
  }

  /** Waits until the expression is true in the page. */
  async until(expression: string): Promise<void> {
    while ((await this.#evaluate(expression)).value !== true) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** Clicks what the expression finds, as soon as it is there and may be clicked. */
  async click(expression: string): Promise<void> {
    await this.until(`(() => { const one = ${expression}; return one !== undefined && !one.disabled; })()`);
    await this.#evaluate(`${expression}.click()`);
  }

  async chooseFile(selector: string, path: string): Promise<void> {
    const { objectId } = await this.#evaluate(`document.querySelector(${JSON.stringify(selector)})`);
    await this.#ask('DOM.setFileInputFiles', { files: [path], objectId });
  }

  /** Has the page and its workers drop what they no longer need. Who is busy does so after the task under way. */
  async collectGarbage(): Promise<void> {
    const asked = [...this.#sessions].map((session) => this.#send('HeapProfiler.collectGarbage', {}, session));
    await Promise.allSettled(asked);
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#send('Browser.close').catch(() => {});
    await ended;
  }

  async #evaluate(expression: string): Promise<v.InferOutput<typeof Evaluated>['result']> {
    return v.parse(Evaluated, await this.#ask('Runtime.evaluate', { expression, awaitPromise: true })).result;
  }

  #ask(method: string, params: object): Promise<unknown> {
    return this.#send(method, params, this.#page);
  }

  #send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    this.#last += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#open.set(this.#last, { ...answer, sessionId });
    this.#pipe.write(`${JSON.stringify({ id: this.#last, method, params, sessionId })}\0`);
    return answer.promise;
  }

  #take({ id, method, params, result, error }: v.InferOutput<typeof Message>): void {
    if (method === 'Target.attachedToTarget') this.#sessions.add(v.parse(Attached, params).sessionId);
    if (method === 'Target.detachedFromTarget') this.#end(v.parse(Attached, params).sessionId);
    const open = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || !open) return;
    this.#open.delete(id);
    if (error) open.reject(new Error(error.message));
    else open.resolve(result);
  }

  /** A worker that has ended answers nothing any more. */
  #end(session: string): void {
    this.#sessions.delete(session);
    for (const { sessionId, reject } of this.#open.values()) {
      if (sessionId === session) reject(new Error('the session has ended'));
    }
  }
}
