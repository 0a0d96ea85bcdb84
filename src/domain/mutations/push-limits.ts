/**
 * How much the server takes in one push. SQL (`private.push_limits`) and the model server of the tests have the same
 * numbers; a test compares them. `ROWS_IN_ONE` says how many rows a command puts into one mutation.
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
