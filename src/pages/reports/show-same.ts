/** Whether two charts show the same. All that they are given is data, which may have been read again. */
export function showSame<Given extends object>(one: Given, other: Given): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
