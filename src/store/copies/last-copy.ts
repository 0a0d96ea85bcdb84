/** The key of the moment at which the user last saved a copy here. */
export const LAST_COPY = 'last-copy';
