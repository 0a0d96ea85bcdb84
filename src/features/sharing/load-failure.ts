import * as texts from '#texts/invitations';

/** How a failed read of invitations is called. */
export const LOAD_FAILURE = { title: texts.LOAD_FAILED, description: texts.LOAD_ERROR };
