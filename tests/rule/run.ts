/** `npm run rule S66a` prints where a rule of sync/SPEC.md lives. `S66` means all of its letters, too. */
import { read } from '../lint/cited-tests.ts';
import { repositoryFiles } from '../lint/repository-files.ts';
import { asText, hasRule, placesIn } from './rule-places.ts';

/** Recorded data of releases, and what names rules as examples. */
const isLeftOut = (file: string) =>
  /^tests\/(releases|rule)\//.test(file) || /^tests\/(lint\/(rule|citations)|sync\/spec)\.test\.ts$/.test(file);

const [rule = ''] = process.argv.slice(2);
if (hasRule(read('sync/SPEC.md'), rule)) {
  const files = repositoryFiles(/\.(tsx?|sql|md)$/).filter((file) => !isLeftOut(file));
  console.log(asText(files.flatMap((file) => placesIn(file, read(file), rule))));
} else {
  console.error(rule === '' ? 'Usage: npm run rule S66a' : `sync/SPEC.md has no rule ${rule}.`);
  process.exitCode = 1;
}
