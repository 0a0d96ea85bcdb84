export const NEW_VERSION = 'New version: reload';
export const RELOAD = 'Reload';
export const FORMS_RESTORED = 'What you were typing is still here';
export const FINISH_FIRST_TITLE = 'Save or close what you are editing first';
export const FINISH_FIRST = 'Then reload: a dialog that is open now would be closed by it.';
