import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  listAppliances,
  listServices,
  releaseAppliance,
} from '@brina/contract/calls/kitchen/appliances';
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
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { ending, given, newSerial, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { seededRandom } from '../../../../test/random.ts';

const random = seededRandom('foreign serial numbers');

describe('the factory', async () => {
  const portal = await sharedPortal();
  const { user, member, unit, claimedUnit, laboratory } = given(portal);
  const producer = await user('FACTORY');
  const nextSerial = (family: 'MF' | 'CP' = 'MF') => newSerial(family, portal);
  const body = (serialNumber: string, more: object = {}) =>
    ({
      serialNumber,
      brand: 'IRINOX',
      domain: 'STANDARD',
      gamma: 'ABBATTITORE',
      model: 'MF Next L 45',
      ...more,
    }) as const;
  const filesOf = ({ data }: { data: Uint8Array }) => unzipSync(data);
  const textOf = (files: Record<string, Uint8Array>, name: string) => strFromU8(files[name] ?? new Uint8Array());
  const find = async (filterAttributes: { attribute: string; value: string }[], order: object = {}) =>
    (
      await producer.call(filterAppliances, {
        body: { page: 0, nRows: 200, filterAttributes: filterAttributes as never, ...order },
      })
    ).items.map(({ serialNumber }) => serialNumber);
  const auditOf = (serial: string) =>
    portal.db.read((db) =>
      db.selectFrom('audit').select('action').where('on_id', '=', serial).orderBy('at').orderBy('id').execute(),
    );

  it('S7.25 S3.26 creates an appliance whose zip puts it online and lets its owner claim it', async () => {
    const serial = nextSerial();
    const typed = `${serial.slice(0, 2).toLowerCase()} ${serial.slice(2, 4)}-${serial.slice(4)}`;
    const zip = await producer.call(createFactoryAppliance, { body: body(typed) });
    assert.equal(zip.type, 'application/zip');
    const files = filesOf(zip);
    assert.deepEqual(Object.keys(files).sort(), [
      'README.txt',
      'activation-code.txt',
      'ca.pem',
      'certificate.pem',
      'connection.json',
      'key.pem',
      'label.pdf',
    ]);
    assert.equal(strFromU8(files['label.pdf']?.subarray(0, 5) ?? new Uint8Array()), '%PDF-');
    const connection = JSON.parse(textOf(files, 'connection.json'));
    assert.deepEqual(
      [connection.url, connection.clientId, connection.publish.tel, connection.heartbeat_s],
      [portal.mqttUrl, serial, `rf/v1/${serial}/up/tel`, portal.config.heartbeat_ms / 1000],
    );

    const [certificatePem, keyPem] = [textOf(files, 'certificate.pem'), textOf(files, 'key.pem')];
    assert.match(new X509Certificate(certificatePem).subject, new RegExp(`CN=${serial}`));
    using device = new TestDevice(portal, {
      serialNumber: serial,
      identity: { certificatePem, keyPem } as TestDevice['identity'],
    });
    await device.connect();
    await device.sendSamples([{ TCell: 3 }]);

    const owner = await user();
    const activationCode = textOf(files, 'activation-code.txt').trim();
    const labId = await laboratory(owner);
    const claimed = await owner.call(claimAppliance, { body: { activationCode, name: 'New', labId } });
    assert.deepEqual([claimed.serialNumber, claimed.online], [serial, true]);
    const page = await producer.call(getFactoryAppliance, { params: { serial } });
    assert.deepEqual([page.serialChecked, page.package, page.claimable], [true, 'Excellence', false]);
    assert.deepEqual(
      (await auditOf(serial)).map(({ action }) => action),
      ['appliance.create', 'appliance.claim'],
    );
  });

  it('S6.3 key, code and zip are kept nowhere', async () => {
    const serial = nextSerial();
    const files = filesOf(
      await producer.call(createFactoryAppliance, { body: body(serial) }, { 'idempotency-key': serial }),
    );
    const key = textOf(files, 'key.pem').split('\n')[1] ?? '';
    const code = textOf(files, 'activation-code.txt').trim().replace('-', '');
    assert.ok(key.length > 40 && code.length === 10);
    const tables = await portal.db.read((db) =>
      sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db),
    );
    for (const { name } of tables.rows)
      for (const secret of [key, code]) {
        const found = await portal.db.read((db) =>
          sql`select 1 from ${sql.table(name)} t where t::text like ${`%${secret}%`} limit 1`.execute(db),
        );
        assert.deepEqual(found.rows, [], `${name} holds a secret`);
      }
    const again = await producer.refused(createFactoryAppliance, { body: body(serial) }, { 'idempotency-key': serial });
    assert.deepEqual([again.status, again.code], [409, 'idempotency_done']);
  });

  it('S3.26 S8.20 refuses what cannot be, the serial number first', async () => {
    const refusal = async (more: object) => {
      const { status, code } = await producer.refused(createFactoryAppliance, {
        body: body(nextSerial(), more) as never,
      });
      return `${status} ${code}`;
    };
    assert.equal(await refusal({ serialNumber: 'MF260041', model: 'Frigo 1' }), '400 serial_format');
    assert.equal(await refusal({ serialNumber: 'MF/26+#1' }), '400 serial_format');
    assert.equal(await refusal({ serialNumber: 'MF26004172', model: 'Frigo 1' }), '400 serial_check_digit');
    assert.equal(await refusal({ model: 'Frigo 1' }), '422 model_not_registered');
    assert.equal(await refusal({ gamma: 'CONSERVATORE' }), '422 gamma_mismatch');
    assert.equal(await refusal({ serialNumber: 'EF26003115' }), '422 serial_family');
    const serialNumber = nextSerial();
    await producer.call(createFactoryAppliance, { body: body(serialNumber) });
    assert.equal(await refusal({ serialNumber }), '409 serial_taken');
    assert.equal(await refusal({ name: 'Mine' }), '400 bad_request');
    for (const field of ['serialNumber', 'brand', 'domain', 'gamma', 'model'])
      assert.equal(await refusal({ [field]: undefined }), '400 bad_request', `without ${field}`);
    const missing = await producer.refused(createFactoryAppliance, { body: body(nextSerial(), { model: 'Frigo 1' }) });
    assert.match(missing.message, /Contact your representative/);
  });

  it('S3.26 of two who create the same number at once one is refused', async () => {
    const serialNumber = nextSerial();
    const create = () => producer.call(createFactoryAppliance, { body: body(serialNumber) });
    assert.deepEqual((await portal.race(create, create)).map(ending).sort(), ['done', 'serial_taken']);
  });

  it('a foreign serial number is taken as not verifiable, and a Plus model has one package', async () => {
    const serialNumber = `BA${String(Math.floor(random() * 1e7)).padStart(7, '0')}`;
    await producer.call(createFactoryAppliance, { body: body(serialNumber, { model: 'MF Plus M 30' }) });
    const page = await producer.call(getFactoryAppliance, { params: { serial: serialNumber } });
    assert.deepEqual([page.serialChecked, page.package, page.claimable, page.company], [false, 'Essential', true, '']);
  });

  it('S7.20 S7.21 S7.42 every filter narrows the list, every order sorts it', async () => {
    const owner = await user();
    const [held, other] = [await claimedUnit(owner, 'MF Next S 20'), await claimedUnit(owner, 'MF Next XL 70')];
    const guest = await member(owner, 'KITCHEN_MANAGER', [held.serialNumber]);
    const [mine, theirs] = [held.serialNumber, other.serialNumber];
    using device = new TestDevice(portal, held);
    await device.connect();
    await device.sendSamples([{ TCell: 3, firmwareVersion: '9.9.1' }]);
    const own = { attribute: 'email', value: owner.email.toUpperCase() };

    assert.deepEqual(await find([own]), [mine, theirs].sort());
    assert.deepEqual(await find([{ attribute: 'email', value: guest.email }]), [mine]);
    assert.deepEqual(await find([{ attribute: 'email', value: producer.email }]), []);
    assert.deepEqual(await find([{ attribute: 'serialNumber', value: mine.toLowerCase().slice(0, 11) }]), [mine]);
    assert.deepEqual(await find([{ attribute: 'currentFirmware', value: '9.9.1' }]), [mine]);
    assert.deepEqual(await find([own, { attribute: 'online', value: 'true' }]), [mine]);
    assert.deepEqual(await find([own, { attribute: 'online', value: 'false' }]), [theirs]);
    assert.deepEqual(await find([own, { attribute: 'modelName', value: 'MF Next XL 70' }]), [theirs]);
    for (const value of ['mf next xl', 'XL 70', 'mf next xl 70'])
      assert.deepEqual(await find([own, { attribute: 'modelName', value }]), [theirs], value);
    assert.deepEqual(await find([own, { attribute: 'modelName', value: 'MF_Next' }]), []);
    assert.deepEqual(await find([own, { attribute: 'gamma', value: 'CONSERVATORE' }]), []);
    assert.deepEqual((await find([own, { attribute: 'domain', value: 'STANDARD' }])).length, 2);
    assert.deepEqual(await find([own, { attribute: 'domain', value: 'FMI_JAPAN' }]), []);

    await portal.db.write((db) =>
      db.updateTable('membership').set({ accepted_at: null }).where('id', '=', guest.membershipId).execute(),
    );
    assert.deepEqual(await find([{ attribute: 'email', value: guest.email }]), [], 'invited and not come yet');

    const beyond = await producer.call(filterAppliances, {
      body: { page: 1, nRows: 2, filterAttributes: [own as never] },
    });
    assert.deepEqual([beyond.total, beyond.items], [2, []]);
    const page = await producer.call(filterAppliances, {
      body: { page: 1, nRows: 1, filterAttributes: [own as never] },
    });
    assert.deepEqual([page.total, page.items.map((one) => one.serialNumber)], [2, [[mine, theirs].sort()[1]]]);
    const ofUser = await producer.call(appliancesOfUser, { query: { email: owner.email } });
    assert.deepEqual(
      ofUser.map((one) => one.serialNumber),
      [mine, theirs].sort(),
    );
    const query = { email: owner.email };
    assert.deepEqual(await producer.call(filterModels, { query }), ['MF Next S 20', 'MF Next XL 70']);
    assert.deepEqual(await producer.call(filterFirmwares, { query }), ['9.9.1']);
    assert.deepEqual(await producer.call(filterDomains, { query }), ['STANDARD']);
    assert.ok((await producer.call(filterModels, { query: {} })).includes('MF Next S 20'));
  });

  it('S7.20 every order sorts by its own column, up and down, and what is equal by serial number', async () => {
    const model = `Firmware ${Math.random()}`.slice(0, 20);
    const rows = [
      { domain: 'STANDARD', gamma: 'CONSERVATORE', online: false, company: 'beta', at: 3 },
      { domain: 'FMI_JAPAN', gamma: 'FERMALIEVITA', online: true, company: 'Alpha', at: 1 },
      { domain: 'STANDARD', gamma: 'ABBATTITORE', online: true, company: 'Gamma', at: 2 },
    ];
    const made: string[] = [];
    for (const { company, online, at, ...columns } of rows) {
      const created = await claimedUnit(await user());
      const serial = created.serialNumber;
      await portal.db.write(async (db) => {
        await sql`update appliance set domain = ${columns.domain}, gamma = ${columns.gamma}, model = ${`${model}${at}`},
          created_at = to_timestamp(${at}) where serial = ${serial}`.execute(db);
        await sql`update live_state s set online = ${online}, reported = ${JSON.stringify({ firmwareVersion: `9.${at}` })}::jsonb
          from appliance a where a.id = s.appliance and a.serial = ${serial}`.execute(db);
        await sql`update company c set name = ${company} from tenure t join appliance a on a.id = t.appliance
          where c.id = t.company_id and a.serial = ${serial}`.execute(db);
      });
      made.push(serial);
    }
    const [first, second, third] = made as [string, string, string];
    const listed = async (order: object) => (await find([], order)).filter((serial) => made.includes(serial));
    const bySerial = (...serials: string[]) => serials.toSorted();
    const expected = {
      serialNumber: made.toSorted(),
      model: [second, third, first],
      domain: [second, ...bySerial(first, third)],
      currentFirmware: [second, third, first],
      online: [first, ...bySerial(second, third)],
      gamma: [third, first, second],
      company: [second, first, third],
      createdAt: [second, third, first],
    };
    for (const [orderAttr, serials] of Object.entries(expected)) {
      assert.deepEqual(await listed({ orderAttr }), serials, orderAttr);
      assert.equal((await listed({ orderAttr, ascOrDesc: 'desc' })).at(-1), serials[0], `${orderAttr} down`);
    }
    assert.deepEqual(await listed({}), made.toSorted(), 'by serial number unless another order is asked for');
    const unheardOf = { body: { page: 0, nRows: 20, filterAttributes: [], orderAttr: 'colour' } } as never;
    assert.equal((await producer.refused(filterAppliances, unheardOf)).status, 400);
  });

  it('S6.3 hands the certificate out without its key, and says who took it', async () => {
    const { serialNumber: serial, identity } = await unit();
    const files = filesOf(await producer.call(getCertificates, { params: { serial } }));
    assert.equal(textOf(files, 'certificate.pem'), identity.certificatePem);
    assert.equal(textOf(files, 'ca.pem'), portal.pki.caPem);
    assert.ok(!Object.values(files).some((file) => strFromU8(file).includes('PRIVATE KEY-----')));
    assert.deepEqual(
      (await auditOf(serial)).map(({ action }) => action),
      ['certificate.read'],
    );
    assert.equal((await producer.refused(getCertificates, { params: { serial: 'MF-NOBODY-000' } })).status, 404);
  });

  it('S6.3 S7.25 a certificate issued anew ends the connection of the former one and opens its own', async () => {
    const owner = await user();
    const created = await claimedUnit(owner);
    const serial = created.serialNumber;
    const online = async () => (await owner.call(getAppliance, { params: { id: serial } })).online;
    using former = new TestDevice(portal, created);
    await former.connect();
    await former.sendSamples([{ powerState: 1 }]);
    assert.equal(await online(), true);
    const files = filesOf(await producer.call(issueCertificate, { params: { serial } }));
    assert.ok(!('activation-code.txt' in files) && !('label.pdf' in files));
    await portal.settled();
    assert.equal(await online(), false, 'the former connection is over');
    await assert.rejects(former.connect());
    const identity = { certificatePem: textOf(files, 'certificate.pem'), keyPem: textOf(files, 'key.pem') };
    using renewed = new TestDevice(portal, { serialNumber: serial, identity: identity as TestDevice['identity'] });
    await renewed.connect();
    await renewed.sendSamples([{ powerState: 1 }]);
    assert.equal(await online(), true);

    const page = await producer.call(getFactoryAppliance, { params: { serial } });
    assert.deepEqual(
      page.certificates.map(({ revokedAt }) => revokedAt === null),
      [true, false],
    );
    await producer.call(revokeCertificate, { params: { serial } });
    await portal.settled();
    assert.equal(await online(), false);
    await assert.rejects(renewed.connect());
    for (const call of [revokeCertificate, getCertificates]) {
      const { status, code } = await producer.refused(call, { params: { serial } });
      assert.deepEqual([status, code], [409, 'certificate_missing']);
    }
    assert.equal((await producer.call(getFactoryAppliance, { params: { serial } })).may.revoke, false);
    const done = (await auditOf(serial)).map(({ action }) => action);
    assert.deepEqual(done, ['appliance.claim', 'certificate.issue', 'certificate.revoke', 'certificate.read']);
  });

  it('S7.34 S4.21 S6.9 shares with a service partner, whose live frames stop as soon as it ends', async () => {
    const owner = await user();
    const created = await claimedUnit(owner);
    const serialNumber = created.serialNumber;
    const { companyId = '' } = await user();
    const [partner, colleague] = [await user('SERVICE', { companyId }), await user('SERVICE_SALES', { companyId })];
    using device = new TestDevice(portal, created);
    await device.connect();
    const seenBy = async (who: TestUser) => (await who.call(listAppliances, {})).map((one) => one.serialNumber);
    assert.deepEqual(await seenBy(partner), []);

    using live = new LiveClient(portal, partner);
    await live.subscribe();
    await producer.call(shareWithService, { body: { email: partner.email.toUpperCase(), serialNumber } });
    await live.message('the whole state of what it gained', () => live.frames(serialNumber)[0]);
    assert.deepEqual([await seenBy(partner), await seenBy(colleague)], [[serialNumber], [serialNumber]]);
    assert.equal((await partner.call(getAppliance, { params: { id: serialNumber } })).role, 'SERVICE');
    assert.deepEqual(await find([{ attribute: 'email', value: colleague.email }]), [serialNumber]);
    const [told] = await owner.call(listServices, { params: { id: serialNumber } });
    assert.deepEqual([told?.email, told?.by, told?.since === null], [partner.email, 'FACTORY', false]);
    const again = await producer.refused(shareWithService, { body: { email: partner.email, serialNumber } });
    assert.deepEqual([again.status, again.code], [409, 'shared_already']);

    await device.sendSamples([{ TCell: 5 }]);
    await live.message('a frame', () =>
      live.frames(serialNumber).find((frame) => 'reported' in frame && frame.reported['TCell'] === 5),
    );
    live.messages.length = 0;
    await producer.call(unshareFromService, { query: { email: partner.email, serialNumber } });
    await live.message('what it sees changed', (messages) => messages.find((message) => 'action' in message));
    live.messages.length = 0;
    await device.sendSamples([{ TCell: 6 }]);
    await portal.settled();
    assert.deepEqual([await seenBy(colleague), live.frames(serialNumber)], [[], []]);
    assert.deepEqual(await seenBy(partner), []);
    assert.equal((await partner.refused(getAppliance, { params: { id: serialNumber } })).status, 404);
    const over = await producer.refused(unshareFromService, { query: { email: partner.email, serialNumber } });
    assert.deepEqual([over.status, over.code], [409, 'not_shared']);
    assert.deepEqual(
      (await auditOf(serialNumber)).map(({ action }) => action),
      ['appliance.claim', 'appliance.shareWithService', 'appliance.unshareFromService'],
    );
  });

  it('S7.34 shares nothing with who is no partner, and nothing that nobody holds', async () => {
    const [owner, partner] = [await user(), await user('SERVICE')];
    const [held, free] = [await claimedUnit(owner), await unit()];
    const refusal = async (email: string, { serialNumber }: { serialNumber: string }) => {
      const { status, code } = await producer.refused(shareWithService, { body: { email, serialNumber } });
      return `${status} ${code}`;
    };
    assert.equal(await refusal(owner.email, held), '422 not_a_service_partner');
    assert.equal(await refusal('nobody@test.example', held), '422 not_a_service_partner');
    assert.equal(await refusal(partner.email, free), '409 appliance_unclaimed');
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', partner.id).execute(),
    );
    assert.equal(await refusal(partner.email, held), '422 not_a_service_partner');
  });

  it('S6.3 releases an appliance from its owner, and renews the code of one that nobody holds', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner);
    const first = (await producer.call(releaseByFactory, { params: { serial } })).body.activationCode;
    assert.deepEqual(await owner.call(listAppliances, {}), []);
    const second = (await producer.call(releaseByFactory, { params: { serial } })).body.activationCode;
    const claim = (activationCode: string) => ({ body: { activationCode, name: 'Back', labId } });
    assert.equal((await owner.refused(claimAppliance, claim(first))).code, 'activation_code_used');
    assert.equal((await owner.call(claimAppliance, claim(second))).serialNumber, serial);
    assert.deepEqual(
      (await auditOf(serial)).map(({ action }) => action),
      ['appliance.claim', 'appliance.release', 'appliance.renewCode', 'appliance.claim'],
    );
  });

  it('S6.3 what happens at the same moment comes one after the other', async () => {
    const [owner, partner] = [await user(), await user('SERVICE')];
    const labId = await laboratory(owner);
    for (let round = 0; round < 5; round++) {
      const { serialNumber: serial, activationCode } = await unit();
      const params = { serial };
      // One code at most is open, and none while somebody holds it.
      const release = () => producer.call(releaseByFactory, { params });
      await portal.race<unknown>(
        () => owner.call(claimAppliance, { body: { activationCode, name: 'Mine', labId } }),
        release,
        release,
      );
      const codes = await portal.db.read((db) =>
        sql`select 1 from activation join appliance a on a.id = appliance where a.serial = ${serial} and used_at is null`.execute(
          db,
        ),
      );
      const { heldSince } = await producer.call(getFactoryAppliance, { params });
      assert.equal(codes.rows.length, heldSince === null ? 1 : 0);

      // No share outlives the owner for whose time it was made.
      const { activationCode: again } = (await producer.call(releaseByFactory, { params })).body;
      await owner.call(claimAppliance, { body: { activationCode: again, name: 'Mine', labId } });
      await portal.race<unknown>(
        () => producer.call(shareWithService, { body: { email: partner.email, serialNumber: serial } }),
        () => owner.call(releaseAppliance, { params: { id: serial } }),
      );
      assert.deepEqual((await producer.call(getFactoryAppliance, { params })).services, []);

      // Of two certificates issued at once one is in force.
      const issue = () => producer.call(issueCertificate, { params });
      assert.deepEqual((await portal.race(issue, issue)).map(ending), ['done', 'done']);
      const { certificates } = await producer.call(getFactoryAppliance, { params });
      assert.equal(certificates.filter(({ revokedAt }) => revokedAt === null).length, 1);
    }
  });

  it('S6.3 staff that does not produce looks and changes nothing', async () => {
    const office = await user('INTERNAL');
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const page = await office.call(getFactoryAppliance, { params: { serial } });
    assert.deepEqual(page.may, {
      share: false,
      release: false,
      issueCertificate: false,
      revoke: false,
      diagnose: false,
    });
    assert.equal(page.laboratory?.timeZone, 'Europe/Rome');
    assert.equal((await office.refused(releaseByFactory, { params: { serial } })).status, 403);
    const whole = await producer.call(getFactoryAppliance, { params: { serial } });
    assert.deepEqual(whole.may, { share: true, release: true, issueCertificate: true, revoke: true, diagnose: true });
  });
});
