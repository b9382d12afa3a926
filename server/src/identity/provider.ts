import type { IncomingMessage, ServerResponse } from 'node:http';
import { secondFactorGrantType } from '@brina/domain/people/factors';
import Provider, { type ClientMetadata, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { whoseTurn } from '#core/db/whose-turn.ts';
import type { VerifiedToken } from '#core/http/router.ts';
import type { SayLimited } from '#core/limit-log.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import { siteOf } from '#core/network.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import { oidcAdapter } from './adapter.ts';
import type { FactorParts } from './factors/prove-factor.ts';
import { secondFactorGrant, secondFactorGrantFields } from './factors/second-factor-grant.ts';
import { genericGrant, genericGrantFields } from './generic-grant.ts';
import { accountOf, addressOf, requestAddress, sessionOf } from './oidc-context.ts';
import { passwordGrant, passwordGrantFields } from './password-grant.ts';
import { boundIdle, endSession, findLiveSession, prolongSession } from './sessions.ts';
import { loadSigningKeys, rotationIsDue, type SigningKeys, signingAlgorithm } from './signing-keys.ts';
import { type TokenVerifier, tokenVerifier } from './token-verifier.ts';

export type IdentityParts = Pick<FactorParts, 'factorKey' | 'address'> & {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  limited: SayLimited;
  /** Told what it is asked and what becomes of it, for the metrics endpoint. */
  metrics: Metrics['identity'];
  /** Absolute address that stands in the tokens: where `/idp` is reached, or was when the portal was made. */
  issuer: string;
  /** Absolute URI of what the tokens are for: the calls. */
  resource: string;
  clients: {
    /** The web app: public, for people. */
    web: { id: string };
    /** For what needs no user. Its secret stands in config.json: it meters, it does not authorise. */
    generic: { id: string; secret: string };
  };
  /** Life of an access token, in seconds. */
  accessToken_s?: number;
  /** Seconds after which a session ends whose tokens nobody renews; null: it lasts until its absolute end. */
  sessionIdle_s?: number | null;
};

export type Identity = {
  /** Answers what comes below `/idp`, where it has to be mounted before any body is read. */
  callback: (req: IncomingMessage, res: ServerResponse) => void;
  /** What an access token proves; `undefined` when it proves nothing. */
  verify: (token: string) => Promise<VerifiedToken | undefined>;
  /** Signs a device out: its tokens are worthless from now on and its sockets close. */
  endSession: (sid: string, address: string) => Promise<void>;
  tokenPath: '/idp/token';
};

/** The scope that every token for our calls has; what a caller may do is not decided by scopes but by its role. */
const callsScope = 'portal';

const discoveryPath = '/.well-known/openid-configuration';
/** All that is reachable. The rest of an OpenID provider (authorisation pages, browser sessions) stays closed: it needs cookies. */
const endpoints = new Set(['/token', '/token/revocation', '/jwks', discoveryPath]);
/** What discovery tells; the rest of what the library writes there is closed. */
const discovered = new Set([
  'issuer',
  'jwks_uri',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  'revocation_endpoint',
  'grant_types_supported',
  'response_types_supported',
  'scopes_supported',
]);

/** A set of keys with what works on it. They change together when the keys do. */
type Generation = { keys: SigningKeys; handle: ReturnType<Provider['callback']>; verify: TokenVerifier };

/** Opens the OAuth 2 provider (docs/SECURITY.md): password, refresh and client-credentials grants, revocation, keys. */
export async function openIdentity(parts: IdentityParts): Promise<Identity> {
  const { db, clock, log, accessToken_s = 3600, sessionIdle_s = null } = parts;
  const accounts = openAccounts(parts);
  if (sessionIdle_s !== null) await db.write((tx) => boundIdle(tx, { idle_s: sessionIdle_s, now: clock.now() }));

  const loadKeys = (): Promise<SigningKeys> =>
    loadSigningKeys(db, { now: clock.now(), tokenLife_ms: accessToken_s * 1000 });
  const generationOf = (keys: SigningKeys): Generation => ({
    keys,
    handle: makeProvider({ ...parts, accounts, keys, accessToken_s, sessionIdle_s }).callback(),
    verify: tokenVerifier(keys, { ...parts, genericClientId: parts.clients.generic.id }),
  });
  let generation = generationOf(await loadKeys());

  /** Goes over to the keys as they are now: rotated when that is due, or by another process. */
  async function followKeys(): Promise<void> {
    const keys = await loadKeys();
    if (keys[0].kid !== generation.keys[0].kid) generation = generationOf(keys);
  }

  let looking: Promise<void> | undefined;
  let nextLook: Promise<void> | undefined;
  /** The same, one look after the other: all who ask during one share the next, so that a crowd of forged tokens asks for one at a time. */
  function followKeysInTurn(): Promise<void> {
    nextLook ??= (looking ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        looking = nextLook;
        nextLook = undefined;
        return followKeys();
      });
    return nextLook;
  }

  async function current(): Promise<Generation> {
    if (rotationIsDue(generation.keys, clock.now())) await followKeys();
    return generation;
  }

  return {
    tokenPath: '/idp/token',
    callback(req, res) {
      void current().then(
        ({ handle }) => whoseTurn.run(siteOf(requestAddress(req)), handle, req, res),
        (fault: unknown) => {
          log.error({ event: 'identity.failed', err: fault }, 'the signing keys could not be rotated');
          res.writeHead(503, { 'Retry-After': '5' }).end();
        },
      );
    },
    async verify(token) {
      const proven = await generation.verify(token);
      if (proven !== 'unknownKey') return proven;
      await followKeysInTurn();
      const provenNow = await generation.verify(token);
      return provenNow === 'unknownKey' ? undefined : provenNow;
    },
    endSession: (sid, address) => endSession(parts, { sid, address }),
  };
}

type ProviderParts = IdentityParts & {
  accounts: Accounts;
  keys: SigningKeys;
  accessToken_s: number;
  sessionIdle_s: number | null;
};

function makeProvider(parts: ProviderParts): Provider {
  const { db, clock, log, issuer, resource, clients, keys, accessToken_s, sessionIdle_s: idle_s } = parts;
  const resourceServer = {
    scope: callsScope,
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessToken_s,
    jwt: { sign: { alg: signingAlgorithm, kid: keys[0].kid } },
  } as const;
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const secondsUntil = (end: number): number => Math.max(1, Math.floor((end - clock.now()) / 1000));

  const provider: Provider = new Provider(issuer, {
    adapter: oidcAdapter({
      db,
      clock,
      // Who revokes a token asks for that; at the token endpoint only a refresh token that was used up before does it.
      revoked: (sid) => {
        const ctx = Provider.ctx;
        return endSession(parts, { sid, address: ctx ? addressOf(ctx) : '', reused: ctx?.path === '/token' });
      },
    }),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    responseTypes: [],
    scopes: ['openid', 'offline_access'],
    clients: clientsOf(clients),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, asked) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          return resourceServer;
        },
      },
    },
    // A renewal asks for the account of its refresh token: there is one while its session lives.
    findAccount: async (_ctx, userId, token) => {
      const sid = token && 'sid' in token ? token.sid : undefined;
      const now = clock.now();
      const session = sid && (await db.read((tx) => findLiveSession(tx, { sid, userId, now })));
      if (!session) return undefined;
      return accountOf(await db.write((tx) => prolongSession(tx, session, { idle_s, now })));
    },
    // `roles` is information for clients; the server reads the role at each request.
    extraTokenClaims: (ctx, token) => {
      if (token.kind !== 'AccessToken') return undefined;
      const { id, userId, role } = sessionOf(ctx);
      return { oid: userId, sid: id, roles: [role] };
    },
    // The provider dates tokens by the machine; who verifies them goes by our clock.
    formats: {
      customizers: {
        jwt: (_ctx, token, { payload }) => {
          Object.assign(payload, { iat: seconds(), exp: seconds() + token.expiration });
        },
      },
    },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessToken_s,
      ClientCredentials: accessToken_s,
      IdToken: accessToken_s,
      RefreshToken: (ctx: KoaContextWithOIDC) => secondsUntil(sessionOf(ctx).expiresAt),
      // It stays the same while its refresh tokens are renewed.
      Grant: (ctx: KoaContextWithOIDC) => secondsUntil(sessionOf(ctx).lastsUntil),
    },
    // Without cookies a foreign page has nothing to ride on; refusing it keeps passwords from being typed into one. Who
    // was asked counts too: behind a public address, or on another port than when the issuer was stored.
    clientBasedCORS: (ctx, origin) => origin === new URL(issuer).origin || hostOf(origin) === ctx.get('host'),
    renderError: (ctx, out) => {
      ctx.body = out;
    },
  });

  registerGrants(provider, { ...parts, provider, resourceServer, counted: parts.metrics.signIn });
  provider.use(onlyWhatIsOpen(parts.metrics));
  provider.on('server_error', (ctx, err) => {
    log.error({ event: 'identity.failed', err }, `${ctx.method} ${ctx.path} failed`);
  });
  return provider;
}

/** The clients as oidc-provider wants to hear of them. */
const clientsOf = ({ web, generic }: IdentityParts['clients']): ClientMetadata[] => [
  {
    client_id: web.id,
    token_endpoint_auth_method: 'none',
    grant_types: ['password', secondFactorGrantType, 'refresh_token'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: generic.id,
    client_secret: generic.secret,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
];

/** Lets through what is open, counts it, and tells by discovery of nothing else. */
const onlyWhatIsOpen =
  (metrics: Metrics['identity']) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (!endpoints.has(ctx.path)) {
      ctx.status = 404;
      ctx.body = { error: 'not_found' };
      return;
    }
    await next();
    metrics.answered(ctx.path, ctx.status);
    if (ctx.path === discoveryPath)
      ctx.body = Object.fromEntries(Object.entries(ctx.body as object).filter(([name]) => discovered.has(name)));
  };

/** The password grant, and what goes on from it where a second factor is asked for. */
function registerGrants(provider: Provider, parts: Parameters<typeof passwordGrant>[0]): void {
  provider.registerGrantType('password', passwordGrant(parts), passwordGrantFields);
  provider.registerGrantType(secondFactorGrantType, secondFactorGrant(parts), secondFactorGrantFields);
  provider.registerGrantType('client_credentials', genericGrant(parts), genericGrantFields);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
