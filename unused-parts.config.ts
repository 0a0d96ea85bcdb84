/**
 * Parts of libraries that the app never calls are left out of the build. Otherwise every first page would load them
 * (tests/e2e/javascript-budget).
 */
import { fileURLToPath } from 'node:url';
import type { ESTree, Plugin } from 'vite';

/** Replaces a module by a file of `src/`, where `importer` and `source` match. */
interface Replacement {
  importer: RegExp;
  source: RegExp;
  file: string;
}

const replacements: Replacement[] = [
  {
    importer: /\/@supabase\/auth-js\//,
    source: /^\.\/lib\/(webauthn|web3\/ethereum)$/,
    file: 'src/features/auth/unused-auth-parts.ts',
  },
  {
    importer: /\/@supabase\/realtime-js\//,
    source: /^\.\/RealtimePostgresFilterBuilder$/,
    file: 'src/features/auth/unused-realtime-parts.ts',
  },
  { importer: /\/@emotion\/react\//, source: /^hoist-non-react-statics$/, file: 'src/ui/theme/unused-style-parts.ts' },
  { importer: /\/@chakra-ui\/react\//, source: /^@pandacss\/is-valid-prop$/, file: 'src/ui/theme/css-properties.ts' },
];

/** The methods of a module's classes and objects that nobody calls, by where they stand. */
interface UnusedMethods {
  module: RegExp;
  methods: Record<string, string>;
}

const unusedMethods: UnusedMethods[] = [
  {
    module: /\/@supabase\/auth-js\/.*\/GoTrueClient\.js$/,
    methods: {
      GoTrueClient: `
        signInAnonymously signInWithWeb3 signInWithEthereum signInWithSolana signInWithIdToken signInWithOtp
        signInWithSSO _reauthenticate resend getUserIdentities linkIdentity linkIdentityOAuth
        linkIdentityIdToken unlinkIdentity dispose _unenroll _enroll _verify _challenge _challengeAndVerify
        _listFactors _getAuthenticatorAssuranceLevel _getRecoveryCodesStatus _generateRecoveryCodes
        _verifyRecoveryCode _regenerateRecoveryCodes _unenrollRecoveryCodes _getAuthorizationDetails
        _approveAuthorization _denyAuthorization _listOAuthGrants _revokeOAuthGrant fetchJwk getClaims
        signInWithPasskey registerPasskey _startPasskeyRegistration _verifyPasskeyRegistration
        _startPasskeyAuthentication _verifyPasskeyAuthentication _listPasskeys _updatePasskey _deletePasskey
        _getSessionFromURL getUser reauthenticate stopAutoRefresh`,
    },
  },
  {
    module: /\/@supabase\/auth-js\/.*\/GoTrueAdminApi\.js$/,
    methods: {
      GoTrueAdminApi: `
        inviteUserByEmail generateLink createUser listUsers getUserById updateUserById deleteUser _listFactors
        _deleteFactor _listOAuthClients _createOAuthClient _getOAuthClient _updateOAuthClient _deleteOAuthClient
        _regenerateOAuthClientSecret _listCustomProviders _createCustomProvider _getCustomProvider
        _updateCustomProvider _deleteCustomProvider _adminListPasskeys _adminDeletePasskey`,
    },
  },
  {
    // The app listens to broadcasts on a web socket. It sends none and follows no tables. Presence stays, because a
    // server may send some unasked.
    module: /\/@supabase\/realtime-js\/.*\/RealtimeChannel\.js$/,
    methods: { RealtimeChannel: 'track untrack httpSend send _fetchWithTimeout copyBindings _getPayloadRecords' },
  },
  {
    module: /\/@supabase\/realtime-js\/.*\/RealtimeClient\.js$/,
    methods: { RealtimeClient: 'endpointURL removeAllChannels _startWorkerHeartbeat _workerObjectUrl' },
  },
  {
    module: /\/@supabase\/phoenix\/.*\/phoenix\.mjs$/,
    methods: {
      Ajax: 'request fetchRequest xdomainRequest xhrRequest parseJSON',
      LongPoll:
        'constructor normalizeEndpoint endpointURL closeAndRetry ontimeout poll send batchSend close ajax isActive',
      Socket: 'connectWithFallback ping replaceTransport transportName getSession storeSession getLongPollTransport',
      // The client of realtime-js brings its own.
      serializer_default: 'binaryEncode binaryDecode decodePush decodeReply decodeBroadcast',
    },
  },
];

const LEFT_OUT = "{ throw new Error('This part of the library is left out of the build.'); }";

type Members = ESTree.ClassBody['body'] | ESTree.ObjectExpression['properties'];

function assigned(value: ESTree.Expression | null): Members {
  if (value?.type === 'ClassExpression') return value.body.body;
  return value?.type === 'ObjectExpression' ? value.properties : [];
}

/** The members of a module's classes and objects by name, also of classes that are assigned to a variable. */
function membersOf(program: ESTree.Program): Map<string, Members> {
  const found = new Map<string, Members>();
  for (const statement of program.body) {
    const declared =
      statement.type === 'ExportDefaultDeclaration' || statement.type === 'ExportNamedDeclaration'
        ? statement.declaration
        : statement;
    if (declared?.type === 'ClassDeclaration' && declared.id) found.set(declared.id.name, declared.body.body);
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier') found.set(id.name, assigned(init));
    }
  }
  return found;
}

/** Where the body of a method starts and ends in the module's text. Throws when a new version has no such method. */
function bodyOf(members: Members | undefined, method: string): { start: number; end: number } {
  for (const member of members ?? []) {
    if ((member.type !== 'MethodDefinition' && member.type !== 'Property') || member.key.type !== 'Identifier')
      continue;
    if (member.value.type !== 'FunctionExpression' || !member.value.body) continue;
    if (member.key.name === method) return member.value.body;
  }
  throw new Error(`unused-parts.config.ts names the method ${method}, which the library does not have.`);
}

export const unusedParts: Plugin = {
  name: 'unused-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const found = replacements.find((one) => one.source.test(source) && one.importer.test(importer));
    return found ? fileURLToPath(new URL(found.file, import.meta.url)) : null;
  },
  transform(code, id) {
    const found = unusedMethods.find(({ module }) => module.test(id));
    if (!found) return null;
    const members = membersOf(this.parse(code));
    const bodies = Object.entries(found.methods).flatMap(([name, methods]) =>
      methods
        .trim()
        .split(/\s+/)
        .map((method) => bodyOf(members.get(name), method)),
    );
    let left = code;
    for (const { start, end } of bodies.sort((a, b) => b.start - a.start)) {
      left = left.slice(0, start) + LEFT_OUT + left.slice(end);
    }
    return { code: left, map: null };
  },
};
