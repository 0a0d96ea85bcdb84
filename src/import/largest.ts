/** The most bytes of a file, and of all files that are chosen together. 100,000 rows take some 20 MB. */
export const LARGEST = 100_000_000;
