/**
 * The order of test files. Without a record of an earlier run, vitest begins with the largest files. Some small ones
 * take minutes: begun late, they go on alone, with one core idle.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  /\/tests\/sync\/(both-servers|kept-on-both|histories|crowd|limits-of-released)/,
  /\/tests\/backend\/crowded\/large-account/,
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => name.test(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
