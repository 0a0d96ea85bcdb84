/** Reports each failure of a Playwright run, with errors that belong to no test. */
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { firstLines, type TestReport, writeReport } from './test-report.ts';

export default class PlaywrightReport implements Reporter {
  readonly #outside: TestError[] = [];
  #tests: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(error: TestError): void {
    this.#outside.push(error);
  }

  onEnd(): void {
    const report: TestReport = { passed: 0, failures: [] };
    for (const test of this.#tests) {
      if (test.outcome() === 'expected') report.passed += 1;
      else report.failures.push({ name: nameOf(test), message: firstLines(messageOf(test)) });
    }
    for (const { message } of this.#outside) {
      report.failures.push({ name: 'outside of all tests', message: firstLines(message) });
    }
    writeReport(report);
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Its place and its titles; the first two titles, of root and project, are empty, and the third one is the file. */
function nameOf(test: TestCase): string {
  const { file, line } = test.location;
  return [`${relative(process.cwd(), file)}:${line}`, ...test.titlePath().slice(3)].join(' › ');
}

function messageOf(test: TestCase): string {
  return test.results.flatMap(({ errors }) => errors)[0]?.message ?? test.outcome();
}
