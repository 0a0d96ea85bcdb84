/** Ids that the app draws by chance. In a history they are the next ones, so that it always ends the same. */

/** Runs `act`. Whatever it draws meanwhile comes from a counter. */
export async function withCountedIds<T>(act: () => Promise<T>): Promise<T> {
  let drawn = 0;
  const next = <A extends ArrayBufferView | null>(array: A): A => {
    if (array) {
      const view = new DataView(array.buffer, array.byteOffset);
      // Unlike every id that the tests name themselves.
      view.setUint8(0, 0x30);
      view.setUint32(array.byteLength - 4, ++drawn);
    }
    return array;
  };
  Object.defineProperty(crypto, 'getRandomValues', { value: next, configurable: true });
  try {
    return await act();
  } finally {
    Reflect.deleteProperty(crypto, 'getRandomValues');
  }
}
