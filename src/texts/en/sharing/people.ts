/** Who did something, where a name or an e-mail would stand. */

export const SOMEBODY = 'Somebody';
export const YOU = 'You';
