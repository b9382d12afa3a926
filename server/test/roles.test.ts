import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { getUserInfo, type UserInfo } from '@brina/contract/calls/people/account';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { applianceMay, userMay } from '@brina/contract/testing/rights';
import { type Call, everyCallErrors } from '@brina/contract/wire/call';
import { type AuditAction, auditActions } from '@brina/domain/people/audit';
import { startTestPortal } from './portal.ts';
import { type CallerKind, callerKinds, isChange, prepareCalls, userKinds } from './prepared-calls.ts';

/**
 * Who may make which call, by the specification (sections 2, 6, 7) and not by the code: it was written by hand, cell by
 * cell, and is never generated. Then come invited people who act within their membership, last the
 * token without a user. A cell is `no`; `yes`: the call,
 * prepared, succeeds; or `yes 404 not_found`: the role is let in, but there is nothing that it could be about.
 */
const [heading = '', ...lines] = readFileSync(new URL('access.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const [, ...columns] = heading.split(',');
const access = new Map(
  lines.map((line) => {
    const [call = '', ...cells] = line.split(',');
    return [call, new Map(columns.map((role, i) => [role, cells[i] ?? '']))];
  }),
);
/** What the calls as they are prepared do not write, with what does. */
const writtenElsewhere: readonly AuditAction[] = [
  // The call that lets in sends away, too.
  'inspection.refuse',
  // Signing in and out is the identity provider's.
  'session.begin',
  'token.reused',
  'session.refused',
  'session.locked',
  'network.refused',
  'network.limited',
  // Nobody signs in in two steps here.
  'factor.refuse',
  'factor.useCode',
  // An invitation opens an account that has no password yet.
  'account.acceptInvitation',
  // Appliances that nobody holds have their code renewed instead of being released.
  'appliance.renewCode',
  // Receivers of letters answer on pages, and nobody asks for what a rule of the portal ends.
  'subscription.confirm',
  'subscription.refuse',
  'subscription.lapse',
];
/** The calls that the rights are, by the reply that tells of them. */
const onAppliance = {
  rename: 'appliances.update',
  release: 'appliances.release',
  command: 'commands.send',
  hideAdvice: 'appliances.hideAnomaly',
  readCycles: 'cycles.list',
  readRecords: 'haccp.list',
  readServices: 'appliances.services',
  runLive: 'liveFeed.runLive',
};
const told: readonly (readonly [teller: Call, rights: Readonly<Record<string, string>>])[] = [
  [
    getUserInfo,
    {
      readAppliances: 'appliances.list',
      claim: 'appliances.claim',
      release: 'appliances.release',
      addKitchen: 'laboratories.create',
      editKitchens: 'laboratories.update',
      editCycles: 'recipes.create',
      pinCycles: 'recipes.pin',
      editCompany: 'company.update',
      createAppliances: 'factoryAppliances.create',
      editNews: 'news.create',
      readAudit: 'factoryUsers.audit',
      readNotifications: 'notifications.read',
      signRecords: 'signatures.sign',
      openRecords: 'inspection.create',
      letIn: 'inspection.answer',
      keepRecords: 'keeping.setHold',
    },
  ],
  [getAppliance, onAppliance],
  [listAppliances, onAppliance],
  [getBatch, { review: 'haccp.review' }],
  [getHoldDay, { look: 'holding.look' }],
  [
    getFactoryAppliance,
    {
      share: 'factoryAppliances.share',
      release: 'factoryAppliances.release',
      issueCertificate: 'factoryAppliances.issueCertificate',
      revoke: 'factoryAppliances.revokeCertificate',
    },
  ],
];
const cellForm = /^(?:no|yes(?: (?<status>4\d\d) (?<code>[a-z_]+))?)$/;

describe('calls by roles', async () => {
  const stack = new AsyncDisposableStack();
  after(() => stack.disposeAsync());
  // A portal of its own: what others do in it would be undone too.
  const portal = stack.use(await startTestPortal());
  const prepared = stack.use(await prepareCalls(portal));
  const written = new Map<string, string>();

  it('access.csv has one line for each call and one column for each role, filled', () => {
    assert.deepEqual([...access.keys()], [...new Set(access.keys())]);
    assert.deepEqual(new Set(access.keys()), new Set(allCalls.map(({ id }) => id)));
    assert.deepEqual(columns, callerKinds);
    assert.equal(lines.length, allCalls.length);
    for (const [call, cells] of access)
      for (const [role, cell] of cells) assert.match(cell, cellForm, `${call} for ${role} is "${cell}"`);
    for (const call of allCalls)
      for (const [role, cell] of access.get(call.id) ?? []) {
        const code = cellForm.exec(cell)?.groups?.['code'];
        const declared: readonly string[] = [...everyCallErrors, ...call.errors];
        assert.ok(code === undefined || declared.includes(code), `${call.id} for ${role} does not declare ${code}`);
      }
  });

  for (const call of allCalls) {
    const requirements = `S6.1 S2.2 S6.2 S6.4${isChange(call) ? ' S6.3' : ''}`;
    it(`${requirements} ${call.id} does its work where access.csv says yes, and is refused where it says no`, async () => {
      const cells = access.get(call.id) ?? assert.fail('access.csv has no such line');
      const found = new Map<CallerKind, string>();
      for (const kind of callerKinds) found.set(kind, await cellOf(call, kind, cells.get(kind) !== 'no'));
      assert.deepEqual(found, cells);
    });
  }

  const isOpen = (call: string, kind: CallerKind): boolean => access.get(call)?.get(kind)?.startsWith('yes') ?? false;
  const readersOf = (teller: Call) => callerKinds.filter((kind) => isOpen(teller.id, kind));
  /** What a reply says that somebody may: of each thing in it. */
  const mayOf = async (teller: Call, kind: CallerKind): Promise<Record<string, unknown>[]> => {
    const { status, text } = await prepared.carriedOut(teller, kind);
    assert.equal(status, 200, text);
    const reply = JSON.parse(text) as { may: Record<string, unknown> } | { may: Record<string, unknown> }[];
    return [reply].flat().map(({ may }) => may);
  };

  for (const [teller, rights] of told)
    it(`S6.1 S6.2 what ${teller.id} says that somebody may is what access.csv opens to it`, async () => {
      assert.deepEqual(
        Object.values(rights).filter((call) => !access.has(call)),
        [],
      );
      for (const kind of readersOf(teller)) {
        const all = await mayOf(teller, kind);
        assert.ok(all.length > 0);
        for (const { record, diagnose, ...may } of all) {
          const expected = Object.entries(rights).map(([right, call]) => [right, isOpen(call, kind)]);
          assert.deepEqual(may, Object.fromEntries(expected), kind);
          if (teller === getUserInfo || teller === getBatch || teller === getHoldDay) continue;
          // Whoever reads the measurements and does not work with the appliance.
          assert.equal(diagnose, isOpen('telemetry.chart', kind) && !isOpen('commands.send', kind), kind);
          if (record) assert.equal((record as unknown[]).length > 0, isOpen('maintenance.record', kind), kind);
        }
      }
    });

  /** What is open to who has not accepted the terms in force, whatever its role. */
  const beforeTerms = [
    'account.userInfo',
    'account.updateUserInfo',
    'account.deleteOwnUser',
    'account.exportOwnData',
    'security.beginConfirmation',
    'security.confirm',
    'registration.checkCode',
    'registration.resendCode',
    // Public: a token without a user opens it, too.
    'passport.link',
  ];
  /** What is open to who has not confirmed its address. */
  const unconfirmed = beforeTerms.filter((call) => !['account.exportOwnData', 'passport.link'].includes(call));

  for (const { who, set, open, code } of [
    {
      who: 'has not accepted the terms in force',
      set: { tos_version: null },
      open: beforeTerms,
      code: 'terms_not_accepted',
    },
    { who: 'has not confirmed its address', set: { status: 'INACTIVE' }, open: unconfirmed, code: 'access_denied' },
  ] as const)
    it(`S4.3 who ${who} is refused every call but ${open.length}, in every role`, async () => {
      const before = await portal.db.read((db) =>
        db.selectFrom('app_user').select(['id', 'tos_version', 'status']).execute(),
      );
      await portal.db.write((db) => db.updateTable('app_user').set(set).execute());
      const wrong: string[] = [];
      for (const call of allCalls.filter(({ id, roles }) => roles !== 'none' && !open.includes(id)))
        for (const kind of userKinds) {
          const { status, text } = await prepared.refused(call, kind);
          const expected = isOpen(call.id, kind) ? code : 'access_denied';
          if (status !== 403 || codeOf(text) !== expected) wrong.push(`${call.id} for ${kind}: ${status} ${text}`);
        }
      assert.deepEqual(wrong, []);
      const info = await prepared.carriedOut(getUserInfo, 'USER');
      assert.equal(info.status, 200);
      assert.deepEqual(new Set(Object.values((JSON.parse(info.text) as UserInfo).may)), new Set([false]));
      await portal.db.write(async (db) => {
        for (const { id, ...was } of before) await db.updateTable('app_user').set(was).where('id', '=', id).execute();
      });
    });

  it('S6.1 examples of users and appliances say what the portal says', async () => {
    for (const kind of userKinds) assert.deepEqual(await mayOf(getUserInfo, kind), [userMay(kind)], kind);
    assert.deepEqual(new Set(Object.keys(applianceMay)), new Set(readersOf(getAppliance)));
    for (const kind of readersOf(getAppliance))
      assert.deepEqual(await mayOf(getAppliance, kind), [(applianceMay as Record<string, unknown>)[kind]], kind);
  });

  it('S6.3 what the calls write to the audit log are its rows, each about the kind of thing that its row says, and none is never written', () => {
    const elsewhere = writtenElsewhere.map((action) => [action, auditActions[action]] as const);
    assert.deepEqual(Object.fromEntries([...written, ...elsewhere]), auditActions);
  });

  /** What stands in a cell, as the portal answers. */
  async function cellOf(call: Call, kind: CallerKind, isAllowed: boolean): Promise<string> {
    if (!isAllowed) {
      const { status, text } = await prepared.refused(call, kind);
      return status === 403 && codeOf(text) === 'access_denied' ? 'no' : `${status} ${text}`;
    }
    const { status, text, audited } = await prepared.carriedOut(call, kind);
    for (const [action, kind] of audited) written.set(action, kind);
    if (status === 200)
      return isChange(call) && !call.silent && audited.length === 0 ? 'yes, but the audit log does not tell' : 'yes';
    return status < 500 && status !== 403 ? `yes ${status} ${codeOf(text)}` : `${status} ${text}`;
  }
});

const codeOf = (text: string): string => (JSON.parse(text) as { code: string }).code;
