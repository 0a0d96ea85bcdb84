/** The house has floors: what stands above imports what stands below, and nothing imports itself through others. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { read } from './cited-tests.ts';
import { circleIn, graphOf, importsAmong, readNames } from './import-graph.ts';
import { featureOf, featurePairs } from './import-table.ts';
import { repositoryFiles } from './repository-files.ts';

const isProduct = (file: string): boolean => !/\.(test|fixture)\.tsx?$/.test(file);
const files = ['src', 'sync'].flatMap((folder) => repositoryFiles(/\.tsx?$/, folder)).filter(isProduct);
const meantBy = readNames(read('package.json'));
const imports = importsAmong(new Map(files.map((file) => [file, read(file)])), meantBy);

/** The files at the top start the page and its workers. Each stands for itself. */
const folderOf = (file: string): string => (posix.dirname(file) === 'src' ? file : posix.dirname(file));

/** A folder of `src` with everything in it. Which may import which, the import table says. */
const layerOf = (file: string): string => file.split('/').slice(0, 2).join('/');

const across = imports.flatMap(({ from, to }) => {
  const [feature, other] = [featureOf(from), featureOf(to)];
  return feature !== undefined && other !== undefined && feature !== other ? [`${feature} → ${other}`] : [];
});

describe('what is read of the files', () => {
  const planted = new Map([
    ['src/a/one.ts', "import { two } from './two.ts';\nexport type { Row } from '#domain/rows';"],
    ['src/a/two.ts', "import '../b/three.tsx';\nconst Four = onDemand(() => import('#ui/four'));"],
    ['src/b/three.tsx', "import {\n  one,\n} from '../a/one.ts';\nimport { five } from '#ui/five.ts';"],
    ['src/domain/rows.ts', "import * as v from 'valibot';"],
    ['src/ui/four.tsx', ''],
    ['src/ui/five.ts', ''],
  ]);
  const found = importsAmong(planted, meantBy);

  test('an import counts in each of its forms, and by a name of package.json', () => {
    expect(found.map(({ from, to }) => `${posix.basename(from)} ${to}`)).toEqual([
      'one.ts src/a/two.ts',
      'one.ts src/domain/rows.ts',
      'two.ts src/b/three.tsx',
      'two.ts src/ui/four.tsx',
      'three.tsx src/a/one.ts',
      'three.tsx src/ui/five.ts',
    ]);
  });

  test('a circle is found among files and among folders, also where it has more than two', () => {
    expect(circleIn(graphOf(found, (file) => file))).toEqual([
      'src/a/one.ts',
      'src/a/two.ts',
      'src/b/three.tsx',
      'src/a/one.ts',
    ]);
    expect(circleIn(graphOf(found, folderOf))).toEqual(['src/a', 'src/b', 'src/a']);
    expect(circleIn(graphOf(found.slice(0, 4), folderOf))).toBeNull();
  });

  test('most files import another of ours', () => {
    expect(new Set(imports.map(({ from }) => from)).size).toBeGreaterThan(files.length / 2);
  });
});

test('no file imports itself through others, also not by an import on demand', () => {
  expect(circleIn(graphOf(imports, (file) => file))).toBeNull();
});

test('no folder imports itself through others', () => {
  expect(circleIn(graphOf(imports, folderOf))).toBeNull();
});

test('no layer imports itself through others, so none imports one above it', () => {
  expect(circleIn(graphOf(imports, layerOf))).toBeNull();
});

test('at most 100 imports cross features, in at most 30 pairs', () => {
  expect(across.length).toBeLessThanOrEqual(100);
  expect(new Set(across).size).toBeLessThanOrEqual(30);
});

test('the import table names exactly the pairs of features that there are', () => {
  const named = Object.entries(featurePairs).flatMap(([one, others]) => others.map((other) => `${one} → ${other}`));
  expect(named.sort()).toEqual([...new Set(across)].sort());
});
