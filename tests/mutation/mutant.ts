/** A guard that the mutation tests take away. */
export interface Mutant {
  /** What the guard is for. */
  guard: string;
  /** The file of the guard. */
  file: string;
  /** The text of the guard, which occurs once in the file. */
  find: string;
  replace: string;
  /** A second place of the guard, when one of the two is enough. */
  also?: { file: string; find: string; replace: string };
  /** The file of the test, and a part of its name. */
  test: readonly [file: string, name: string];
}
