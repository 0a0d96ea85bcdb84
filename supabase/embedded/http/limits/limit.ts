/** `what` is limited, to `most`, and `why`. */
export type Limit = { most: number; unit: 'bytes' | 's' | ''; what: string; why: string };

export const kilobytes = (count: number) => count * 1024;
export const megabytes = (count: number) => kilobytes(count * 1024);
