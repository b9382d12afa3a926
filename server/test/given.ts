import assert from 'node:assert/strict';
import { claimAppliance } from '@brina/contract/calls/kitchen/appliances';
import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { confirm } from '@brina/contract/calls/people/security';
import { type Call, everyCallErrors, type Input, type Reply } from '@brina/contract/wire/call';
import { CallFailed, send } from '@brina/contract/wire/client';
import type { WireError } from '@brina/contract/wire/errors';
import { gammaOf } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import { serialOf } from '@brina/domain/appliance/serial-number';
import type { Locale } from '@brina/domain/language/locales';
import type { MembershipRole, Role } from '@brina/domain/people/roles';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { type CreatedAppliance, createAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { hashPassword } from '../src/identity/passwords.ts';
import { createUser } from '../src/identity/users.ts';
import type { TestPortal } from './portal.ts';
import { hexOf, seededRandom } from './random.ts';

/** A signed-in user of a test. */
export type TestUser = {
  id: string;
  email: string;
  role: Role;
  companyId: string | undefined;
  accessToken: string;
  refreshToken: string;
  /** Makes a call as this user and resolves with its reply; throws `CallFailed` when it is refused. */
  call<C extends Call>(call: C, input: Input<C>, headers?: Record<string, string>): Promise<Reply<C>>;
  /** Makes a call that must be refused, with an error that it declares, and resolves with status and error. */
  refused<C extends Call>(
    call: C,
    input: Input<C>,
    headers?: Record<string, string>,
  ): Promise<{ status: number } & WireError>;
};

/** Hashing is what a sign-in costs; every test user has the same password, hashed once. */
export const testPassword = 'Brina-test-1#';
const password = testPassword;
let hashed: Promise<string> | undefined;

const random = seededRandom('factories');
const unique = (): string => hexOf(random, 10);

let serials = 0;

/** A serial number of this year that no other test of the process has, as the factory writes them. */
export const newSerial = (family: FamilyCode, { clock }: Pick<TestPortal, 'clock'>): string =>
  serialOf(family, new Date(clock.now()).getUTCFullYear(), ++serials);

/** Factories: every test makes its own company, users and units and cleans up nothing. */
export const given = (portal: TestPortal) => {
  const headersOf = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    [portal.publicConfig.subscriptionKeyHeader]: portal.publicConfig.subscriptionKey,
  });

  const company = async (): Promise<string> => {
    const id = newId(portal.clock.now());
    await portal.db.write((db) =>
      db
        .insertInto('company')
        .values({
          id,
          name: `Company ${unique()}`,
          time_zone: 'Europe/Rome',
          created_at: timestamp(portal.clock.now()),
        })
        .execute(),
    );
    return id;
  };

  /** A user of a role; USERs have a company of their own unless another is given. */
  const user = async (
    role: Role = 'USER',
    options: { companyId?: string; language?: Locale } = {},
  ): Promise<TestUser> => {
    const companyId = options.companyId ?? (role === 'USER' ? await company() : undefined);
    const email = `${role.toLowerCase()}-${unique()}@test.example`;
    const passwordHash = await (hashed ??= hashPassword(password));
    const id = await portal.db.write((db) =>
      createUser(
        db,
        {
          email,
          passwordHash,
          role,
          ...(companyId && { companyId }),
          language: options.language ?? 'en',
          names: { first: 'Test', last: role },
          flags: { status: 'ACTIVE', tos: true },
        },
        portal.clock.now(),
      ),
    );
    const tokens = await signIn(portal, email, password);
    return withCalls({
      id,
      email,
      role,
      companyId,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
    });
  };

  /**
   * Somebody whom an owner has invited and who has accepted: signed in, acting within the membership, with some of the
   * owner's appliances shared.
   */
  const member = async (
    owner: TestUser,
    role: MembershipRole,
    serials: readonly string[] = [],
  ): Promise<TestUser & { membershipId: string }> => {
    const invited = await user(role);
    const membershipId = newId(portal.clock.now());
    const at = timestamp(portal.clock.now());
    await portal.db.write(async (db) => {
      await db
        .insertInto('membership')
        .values({
          id: membershipId,
          company_id: owner.companyId ?? '',
          user_id: invited.id,
          role,
          created_at: at,
          accepted_at: at,
        })
        .execute();
      for (const serial of serials) {
        const { id } = await db
          .selectFrom('appliance')
          .select('id')
          .where('serial', '=', serial)
          .executeTakeFirstOrThrow();
        await db.insertInto('share').values({ membership_id: membershipId, appliance: id, created_at: at }).execute();
      }
    });
    const tokens = await signIn(portal, invited.email, password);
    return {
      ...withCalls({ ...invited, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }),
      membershipId,
    };
  };

  /** As the browser does: who is asked to prove again who it is does so, and the call is repeated. */
  const sendAs = async <C extends Call>(
    { accessToken }: Pick<TestUser, 'accessToken'>,
    call: C,
    input: Input<C>,
    headers: Record<string, string>,
  ): Promise<Reply<C>> => {
    portal.clock.tick();
    const by = { baseUrl: portal.url, headers: () => ({ ...headersOf(accessToken), ...headers }) };
    try {
      return await send(call, input, by);
    } catch (error) {
      if (!(error instanceof CallFailed && error.error.code === 'confirmation_needed')) throw error;
      await send(confirm, { body: { password } }, { baseUrl: portal.url, headers: () => headersOf(accessToken) });
      return send(call, input, by);
    }
  };

  const withCalls = (facts: Omit<TestUser, 'call' | 'refused'>): TestUser => ({
    ...facts,
    call: (call, input, headers = {}) => sendAs(facts, call, input, headers),
    refused: (call, input, headers = {}) =>
      sendAs(facts, call, input, headers).then(
        () => Promise.reject(new Error(`${call.id} was not refused`)),
        (error: unknown) => {
          if (!(error instanceof CallFailed)) throw error;
          const { code } = error.error;
          assert.ok([...everyCallErrors, ...call.errors].includes(code), `${call.id} does not declare ${code}`);
          return { status: error.status, ...error.error };
        },
      ),
  });

  const laboratory = async (owner: TestUser, name = `Kitchen ${unique()}`): Promise<string> =>
    (await owner.call(createLaboratory, { body: { name } })).id;

  /** A unit as it leaves the factory: created, with its certificate, unclaimed. */
  const unit = (model = 'MF Next L 45'): Promise<CreatedAppliance> =>
    createAppliance(
      { db: portal.db, pki: portal.pki, clock: portal.clock, heartbeat: portal.config.heartbeat_ms },
      {
        serialNumber: `MF-${unique().toUpperCase()}-${Math.floor(random() * 1000)}`,
        brand: 'IRINOX',
        domain: 'STANDARD',
        gamma: gammaOf(model) ?? 'ABBATTITORE',
        model,
      },
    );

  /** A unit that a user has claimed into a kitchen of its own. */
  const claimedUnit = async (owner: TestUser, model?: string): Promise<CreatedAppliance & { labId: string }> => {
    const created = await unit(model);
    const labId = await laboratory(owner);
    await owner.call(claimAppliance, { body: { activationCode: created.activationCode, name: 'Chiller', labId } });
    return { ...created, labId };
  };

  return { company, user, member, laboratory, unit, claimedUnit, headersOf };
};

/** How a call of a race ended: `done`, or the code it was refused with. */
export const ending = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'done';
  if (!(result.reason instanceof CallFailed)) throw result.reason;
  return result.reason.error.code;
};

/** Signs in by the password grant, as the browser does. */
export async function signIn(
  portal: Pick<TestPortal, 'url' | 'publicConfig'>,
  email: string,
  secret: string,
  more: Record<string, string> = {},
): Promise<{ access_token: string; refresh_token: string }> {
  const reply = await fetch(portal.url + portal.publicConfig.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: email,
      password: secret,
      client_id: portal.publicConfig.clientId,
      scope: 'openid offline_access',
      ...more,
    }),
  });
  if (!reply.ok) throw new Error(`sign-in failed: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { access_token: string; refresh_token: string };
}

/** Renews tokens, as the browser does every 50 minutes. */
export async function refresh(
  portal: Pick<TestPortal, 'url' | 'publicConfig'>,
  token: string,
): Promise<{ access_token: string; refresh_token: string }> {
  const reply = await fetch(portal.url + portal.publicConfig.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: portal.publicConfig.clientId,
    }),
  });
  if (!reply.ok) throw new Error(`renewal failed: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { access_token: string; refresh_token: string };
}
