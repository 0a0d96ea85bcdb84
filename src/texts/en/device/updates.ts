export const NEW_VERSION = 'New version: reload';
export const RELOAD = 'Reload';
export const FINISH_FIRST_TITLE = 'Save or close what you are editing first';
export const FINISH_FIRST = 'Then reload: what you typed there is not kept.';
