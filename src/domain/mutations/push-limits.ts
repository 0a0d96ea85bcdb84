/**
 * How much one push may hold, and how many rows each many-row command puts into one mutation. The device, the model
 * server of the tests, and SQL (`private.push_limits`) share this table; a test compares them.
 */
export const PUSH_LIMITS = {
  /** Mutations of one request. */
  mutations: 1000,
  /** Operations of one request with several mutations. */
  operationsInAll: 5000,
  /** Operations of one mutation. */
  operations: 1000,
  /** After so many refused units of one mutation that is decided apart, the server halves no more. */
  refusedUnits: 32,
  /** Operations of one request with several mutations that writes in an account as a guest. */
  operationsOfGuest: 200,
} as const;
