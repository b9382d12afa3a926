import {
  appliancesOfUser,
  createFactoryAppliance,
  filterAppliances,
  filterDomains,
  filterFirmwares,
  filterModels,
  getCertificates,
  getFactoryAppliance,
  issueCertificate,
  releaseByFactory,
  revokeCertificate,
  shareWithService,
  unshareFromService,
} from '@brina/contract/calls/maker/factory-appliances';
import { passportPath } from '@brina/contract/calls/maker/passport';
import { pathOf } from '@brina/contract/screens';
import { filled } from '@brina/contract/wire/paths';
import { showActivationCode } from '@brina/domain/appliance/activation-code';
import { gammaOf, modelRow } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { parseSerial, serialFits } from '@brina/domain/appliance/serial-number';
import { writeAudit } from '#core/access/audit.ts';
import { colleaguesOf, peopleOf } from '#core/access/partners.ts';
import { isPartner } from '#core/access/views.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle, handlePrepared } from '#core/http/handle.ts';
import { Refusal, refuse, refuseBroken } from '#core/http/refusal.ts';
import { newActivationCode, openActivation } from '#features/kitchen/appliances/activation.ts';
import { endConnection, revokeCertificates, storeCertificate } from '#features/kitchen/appliances/certificates.ts';
import { makeIdentity, type NewAppliance, storeAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { releaseHeld } from '#features/kitchen/appliances/release.ts';
import { applianceZip } from './factory-appliance-zip.ts';
import { factoryPage, filteredFleet, valuesInFleet } from './factory-appliances.queries.ts';
import { labelPdf } from './label.ts';

/** As many appliances of one user as anybody will look through; the filtered list has pages. */
const appliancesOfUser_max = 200;

/** Somebody else was quicker with the same serial number. */
const serialTaken = refuseBroken('appliance_serial_key', 'serial_taken', 409);

/** Appliances as the factory sees, makes, shares and releases them (S2.30, S6.3). */
export const factoryApplianceHandlers = (parts: Parts): readonly Handled[] => [
  ...readers,
  ...producers(parts),
  ...certificateHandlers(parts),
  ...sharers(parts.bus),
];

const readers: readonly Handled[] = [
  handle(appliancesOfUser, async ({ db, query }) => {
    const filterAttributes = [{ attribute: 'email' as const, value: query.email }];
    return (await filteredFleet(db, { page: 0, nRows: appliancesOfUser_max, filterAttributes })).items;
  }),
  handle(filterAppliances, ({ db, body }) => filteredFleet(db, body)),
  handle(filterModels, ({ db, query }) => valuesInFleet(db, 'model', query.email)),
  handle(filterFirmwares, ({ db, query }) => valuesInFleet(db, 'currentFirmware', query.email)),
  handle(filterDomains, ({ db, query }) => valuesInFleet(db, 'domain', query.email)),
  handle(
    getFactoryAppliance,
    async ({ db, caller, params }) => (await factoryPage(db, caller, params.serial)) ?? refuse('not_found', 404),
  ),
];

const producers = ({ bus, pki, persons, heartbeat_ms, mqttUrl, address }: Parts): readonly Handled[] => [
  handlePrepared(
    createFactoryAppliance,
    async ({ body, clock }) => {
      const { appliance, model } = checked(body, clock);
      const { serialNumber } = appliance;
      const made = await makeIdentity(pki, serialNumber);
      const { identity, activationCode } = made;
      const label = await labelPdf({
        serialNumber,
        brand: appliance.brand,
        model,
        activationCode,
        passport: address() + filled(passportPath, { gtin: model.gtin, serial: serialNumber }),
        claim: `${address()}${pathOf('dashboard')}?activation=${showActivationCode(activationCode)}`,
      });
      const { certificatePem, keyPem } = identity;
      const connection = { serialNumber, mqttUrl, heartbeat_ms };
      const now = clock.now();
      const { caPem } = pki;
      const zip = applianceZip({ connection, caPem, certificatePem, keyPem, activationCode, label, now });
      return { appliance, made, zip };
    },
    async ({ db, clock, audit, prepared: { appliance, made, zip } }) => {
      await storeAppliance(db, appliance, made, { heartbeat: heartbeat_ms, now: clock.now() }).catch(serialTaken);
      const { serialNumber, model, domain } = appliance;
      await audit('appliance.create', serialNumber, { model, domain });
      return zip;
    },
  ),

  handle(releaseByFactory, async ({ db, params: { serial }, clock, audit, afterCommit }) => {
    const now = clock.now();
    const appliance = await lockedAppliance(db, serial);
    const [released] =
      appliance.holder === null ? [] : await releaseHeld(db, persons, { companyId: appliance.holder, now, serial });
    if (!released) {
      const activationCode = newActivationCode();
      await openActivation(db, appliance.id, activationCode, now);
      await audit('appliance.renewCode', serial);
      return { code: '200', body: { activationCode } } as const;
    }
    await audit('appliance.release', serial);
    const users = await peopleOf(db, appliance.holder);
    afterCommit(() => bus.publish('access.changed', { users, serials: [serial] }));
    return { code: '200', body: { activationCode: released.activationCode } } as const;
  }),
];

const certificateHandlers = ({ bus, pki, heartbeat_ms, mqttUrl }: Parts): readonly Handled[] => {
  const connectionOf = (serialNumber: string) => ({ serialNumber, mqttUrl, heartbeat_ms });
  return [
    handlePrepared(
      getCertificates,
      // A query changes nothing, so the audit row of who took the certificate is written before.
      async ({ params: { serial: id }, database, caller, clock, address }) =>
        database.write(async (db) => {
          if (!(await exists(db, id))) return;
          await writeAudit(db, { at: clock.now(), caller, action: 'certificate.read', on: id, address });
        }),
      async ({ db, params: { serial }, clock }) => {
        const certificate = await db
          .selectFrom('certificate')
          .innerJoin('appliance', 'appliance.id', 'certificate.appliance')
          .select('pem')
          .where('appliance.serial', '=', serial)
          .where('revoked_at', 'is', null)
          .where('pem', 'is not', null)
          .executeTakeFirst();
        if (!certificate?.pem) refuse('certificate_missing', 409);
        const { caPem } = pki;
        const certificatePem = certificate.pem;
        return applianceZip({ connection: connectionOf(serial), caPem, certificatePem, now: clock.now() });
      },
    ),

    handlePrepared(
      issueCertificate,
      ({ params }) => pki.issueAppliance(params.serial),
      async ({ db, params: { serial }, prepared, clock, audit, afterCommit }) => {
        const now = clock.now();
        const { id } = await lockedAppliance(db, serial);
        await revokeCertificates(db, serial, now);
        await storeCertificate(db, id, prepared);
        await audit('certificate.issue', serial, { certificate: prepared.certificateSerial });
        afterCommit(() => endConnection(bus, serial));
        const { certificatePem, keyPem } = prepared;
        return applianceZip({ connection: connectionOf(serial), caPem: pki.caPem, certificatePem, keyPem, now });
      },
    ),

    handle(revokeCertificate, async ({ db, params: { serial }, clock, audit, afterCommit }) => {
      if ((await revokeCertificates(db, serial, clock.now())) === 0) refuse('certificate_missing', 409);
      await audit('certificate.revoke', serial);
      afterCommit(() => endConnection(bus, serial));
      return { code: '200' } as const;
    }),
  ];
};

const sharers = (bus: Bus): readonly Handled[] => [
  handle(shareWithService, async ({ db, caller, body, clock, audit, afterCommit }) => {
    const partner = (await partnerBy(db, body.email)) ?? refuse('not_a_service_partner', 422);
    const appliance = await lockedAppliance(db, body.serialNumber);
    if (appliance.holder === null) refuse('appliance_unclaimed', 409);
    await db
      .insertInto('service_share')
      .values({
        appliance: appliance.id,
        user_id: partner.id,
        created_at: timestamp(clock.now()),
        created_by: caller.userId,
      })
      .execute()
      .catch(refuseBroken('service_share_pkey', 'shared_already', 409));
    await audit('appliance.shareWithService', body.serialNumber, { partner: partner.id });
    const users = await colleaguesOf(db, partner.id);
    afterCommit(() => bus.publish('access.changed', { users, serials: [] }));
    return { code: '200' } as const;
  }),

  handle(unshareFromService, async ({ db, query, audit, afterCommit }) => {
    const partner = (await partnerBy(db, query.email)) ?? refuse('not_shared', 409);
    const { id } = await lockedAppliance(db, query.serialNumber);
    const ended = await db
      .deleteFrom('service_share')
      .where('appliance', '=', id)
      .where('user_id', '=', partner.id)
      .returning('appliance')
      .executeTakeFirst();
    if (!ended) refuse('not_shared', 409);
    await audit('appliance.unshareFromService', query.serialNumber, { partner: partner.id });
    // Named by its serial, so that nobody hears another frame of it until who may see it has been read again.
    afterCommit(() => bus.publish('access.changed', { users: [], serials: [query.serialNumber] }));
    return { code: '200' } as const;
  }),
];

/**
 * What the factory typed, looked at in this order: the serial number by itself, the model, its category, whether both fit
 * (docs/FAMILIES.md). Throws the refusal.
 */
function checked(body: NewAppliance, clock: Clock): { appliance: NewAppliance; model: ModelRow } {
  const parsed = parseSerial(body.serialNumber, new Date(clock.now()).getUTCFullYear());
  if ('fault' in parsed) {
    const code: 'serial_format' | 'serial_check_digit' = parsed.fault;
    throw new Refusal(code, 400);
  }
  const model = modelRow(body.model) ?? refuse('model_not_registered', 422); // S8.20
  if (gammaOf(body.model) !== body.gamma) refuse('gamma_mismatch', 422);
  if (!serialFits(parsed.serial, model.family)) refuse('serial_family', 422);
  return { appliance: { ...body, serialNumber: parsed.serial }, model };
}

async function exists(db: Db, serial: string): Promise<boolean> {
  return (await db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirst()) !== undefined;
}

/**
 * An appliance and the company that holds it, locked, so that what the factory does about it comes before or after a claim, a
 * release and what another of the factory does, never amid it. A claim locks the code first, a release the tenure: in that order.
 */
async function lockedAppliance(db: Db, serial: string): Promise<{ id: number; holder: string | null }> {
  const { id } = await db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirstOrThrow();
  await db
    .selectFrom('activation')
    .select('code_hash')
    .where('appliance', '=', id)
    .orderBy('code_hash')
    .forUpdate()
    .execute();
  const tenure = await db
    .selectFrom('tenure')
    .select('company_id')
    .where('appliance', '=', id)
    .where('to_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return { id, holder: tenure?.company_id ?? null };
}

/** The service partner of an e-mail address. */
const partnerBy = (db: Db, email: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where(isPartner('app_user'))
    .executeTakeFirst();
