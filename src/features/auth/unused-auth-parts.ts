/**
 * In the build (unused-parts.config.ts), this replaces parts of the auth client that the app never calls: passkeys and
 * wallets. Otherwise everybody who opens the app would load them.
 */
class Unused {}

function unused(): never {
  throw new Error('This part of the auth client is left out of the build.');
}

export { Unused as WebAuthnApi };
export const browserSupportsWebAuthn = () => false;
export const webAuthnAbortService = { createNewAbortSignal: unused, cancelCeremony: unused };
export {
  unused as createCredential,
  unused as createSiweMessage,
  unused as deserializeCredentialCreationOptions,
  unused as deserializeCredentialRequestOptions,
  unused as fromHex,
  unused as getAddress,
  unused as getCredential,
  unused as serializeCredentialCreationResponse,
  unused as serializeCredentialRequestResponse,
  unused as toHex,
};
