/** Reports each failure of a Vitest run, with errors that belong to no test: those of hooks and uncaught ones. */
import type { Reporter, TestModule } from 'vitest/node';
import { firstLines, type TestReport, writeReport } from './test-report.ts';

export default class VitestReport implements Reporter {
  readonly onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, uncaught) => {
    const report: TestReport = { passed: 0, failures: [] };
    for (const module of modules) addModule(report, module);
    for (const { message } of uncaught) {
      report.failures.push({ name: 'outside of all tests', message: firstLines(message) });
    }
    writeReport(report);
  };
}

function addModule(report: TestReport, module: TestModule): void {
  const file = `${module.project.name} ${module.relativeModuleId}`;
  const fail = (name: string, message: string) => report.failures.push({ name, message: firstLines(message) });
  for (const { message } of module.errors()) fail(file, message);
  for (const suite of module.children.allSuites()) {
    for (const { message } of suite.errors()) fail(`${file} › ${suite.fullName}`, message);
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed') report.passed += 1;
    else fail(`${file} › ${test.fullName}`, errors?.[0]?.message ?? state);
  }
}
