import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { createSchedule } from '@brina/contract/calls/kitchen/schedules';
import { openAction } from '@brina/contract/calls/record/actions';
import { checkProbe } from '@brina/contract/calls/record/checks';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { createLink } from '@brina/contract/calls/record/inspection';
import { exportLedger } from '@brina/contract/calls/record/ledger';
import { recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { createSubscription } from '@brina/contract/calls/record/subscriptions';
import type { Call } from '@brina/contract/wire/call';
import { dayBefore } from '@brina/domain/haccp/missing/missing';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { localMinute } from '@brina/domain/language/local-minute';
import type { MembershipRole, Role } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import { chillMessages, sendAll } from './chill.ts';
import { TestDevice, tellPanel } from './device.ts';
import { given, type TestUser } from './given.ts';
import { keepHoldDay } from './hold-days.ts';
import { exampleWith, type Ids, nobodysIds, noticeOf, sendRaw } from './instances.ts';
import { sharedPortal } from './portal.ts';

/** What tells whose a value is: numbers that one time measures and no other, and a word in everything that is typed. */
const marks = {
  former: { air: 11.25, edge: 11.5, power: 1111, word: 'Former' },
  nobodys: { air: 12.25, edge: 12.5, power: 1212, word: 'Nobodys' },
  present: { air: 22.25, edge: 22.5, power: 2222, word: 'Present' },
} as const;
type Time = keyof typeof marks;

/**
 * How a read of the portal speaks of an appliance. `now`: to who holds it at this moment, to a former owner as to a stranger.
 * `record`: to each owner of its own time.
 */
type Read = {
  of: 'now' | 'record';
  /** Of a read that asks for a span of time: what it asks for besides. */
  span?: Record<string, unknown>;
  /** It is about the kitchens of the reader's own company, of which a service partner has none. */
  ofKitchens?: true;
  /** That the reply shows what is the reader's own: without it an empty reply would prove nothing. */
  shows: (text: string, own: (typeof marks)[Time]) => boolean;
  /** That the reply shows nothing; absent: it is refused as unknown, or does not name the appliance. */
  isEmpty?: (text: string) => boolean;
  /** Moments that are no fact about the appliance: what was asked for, when a paper was written. By field, or the fields around it too. */
  except?: readonly string[];
};

const shows = (part: string) => (text: string) => text.includes(part);
const named = (text: string, { word }: (typeof marks)[Time]): boolean => text.includes(word);
const measured = (text: string, { air }: (typeof marks)[Time]): boolean => text.includes(String(air));

/** Every read that a kitchen or a service partner may make, by the id of its call. A new one has no row yet: it fails. */
const reads: Readonly<Record<string, Read | 'tells nothing of an appliance'>> = {
  'appliances.list': { of: 'now', shows: measured },
  'appliances.get': { of: 'now', shows: measured },
  'appliances.services': { of: 'now', shows: shows('"by":"KITCHEN"'), isEmpty: (text) => text === '[]' },
  'laboratories.list': {
    of: 'now',
    shows: shows('"applianceCount":1'),
    isEmpty: (text) => !text.includes('"applianceCount":1'),
    ofKitchens: true,
  },
  'laboratories.gamma': {
    of: 'now',
    shows: shows('ABBATTITORE'),
    isEmpty: (text) => text === '[]',
    ofKitchens: true,
  },
  'sharing.listMembers': { of: 'now', shows: shows('"appliances":["') },
  'sharing.listAppliances': { of: 'now', shows: named },
  'notifications.counter': { of: 'now', shows: (text) => Number(text) > 0, isEmpty: (text) => text === '0' },
  'commands.list': { of: 'now', shows: shows('setLight') },
  'commands.get': { of: 'now', shows: shows('setLight') },
  'favourites.get': { of: 'now', shows: named },
  'trays.list': { of: 'now', shows: named, isEmpty: (text) => text === '[]' },
  'liveFeed.instantPower': { of: 'now', shows: (text, { power }) => text.includes(String(power)) },
  'service.filter': { of: 'now', shows: named, isEmpty: (text) => text === '{"items":[],"total":0}' },
  'telemetry.chart': {
    of: 'record',
    span: { metrics: 'TCell,instantPower', points: 2000 },
    shows: measured,
    except: ['from', 'to', 'at'],
  },
  'schedules.list': { of: 'now', shows: named },
  'haccp.list': { of: 'record', span: {}, shows: named },
  // When the core would be cold was forecast in its time; it lies ahead.
  'haccp.get': { of: 'record', shows: named, except: ['createdAt', 'seal.at', 'checkpointAt', 'forecast.at'] },
  'book.filter': { of: 'record', shows: named, isEmpty: (text) => text === '{"items":[],"total":0}' },
  'book.month': { of: 'record', shows: shows('"records":'), isEmpty: (text) => text.includes('"cells":[]') },
  'missing.list': { of: 'record', shows: named, isEmpty: (text) => text === '{"items":[]}' },
  'ledger.proof': { of: 'record', shows: named, except: ['entry.at'] },
  'ledger.changes': {
    of: 'record',
    shows: named,
    isEmpty: (text) => !text.includes('"entry":{'),
    except: ['entry.at', 'fromAt', 'content.at', 'content.forecast.at'],
  },
  'checks.list': { of: 'record', shows: named },
  'checks.reading': { of: 'now', shows: shows('"points":[') },
  // It is due in a year.
  'checks.due': { of: 'now', shows: named, isEmpty: (text) => text === '[]', except: ['dueAt'] },
  'actions.get': { of: 'record', shows: named, except: ['createdAt'] },
  'actions.filter': {
    of: 'record',
    shows: named,
    isEmpty: (text) => text === '{"items":[],"total":0}',
    except: ['createdAt'],
  },
  // An invited person sees its own, and has made none here.
  'inspection.list': {
    of: 'now',
    shows: (text, own) => text === '[]' || named(text, own),
    isEmpty: (text) => text === '[]' || text.includes('"units":[]'),
  },
  // Likewise; one of a unit goes with it.
  'subscriptions.list': {
    of: 'now',
    shows: (text, own) => text === '[]' || named(text, own),
    isEmpty: (text) => text === '[]',
  },
  'inspection.visits': 'tells nothing of an appliance',
  'inspection.posters': 'tells nothing of an appliance',
  'inspection.printPoster': 'tells nothing of an appliance',
  'signatures.ways': 'tells nothing of an appliance',
  'signatures.signers': 'tells nothing of an appliance',
  'plans.get': 'tells nothing of an appliance',
  'plans.rules': 'tells nothing of an appliance',
  // Of a kitchen, whatever stands in it.
  'manual.list': 'tells nothing of an appliance',
  'manual.get': 'tells nothing of an appliance',
  'keeping.holds': 'tells nothing of an appliance',
  'ledger.get': 'tells nothing of an appliance',
  'ledger.checkpoints': 'tells nothing of an appliance',
  'ledger.verify': 'tells nothing of an appliance',
  'ledger.issued': 'tells nothing of an appliance',
  'ledger.keys': 'tells nothing of an appliance',
  'reports.periods': 'tells nothing of an appliance',
  'reports.progress': 'tells nothing of an appliance',
  // Its text is packed: `period-reports.test.ts` reads it.
  'reports.file': 'tells nothing of an appliance',
  'holding.days': { of: 'record', span: {}, shows: measured },
  'holding.day': { of: 'record', shows: named, except: ['createdAt'] },
  'alarms.list': { of: 'record', span: {}, shows: shows('doorOpenAlarm') },
  'cycles.list': { of: 'record', span: {}, shows: named },
  'cycles.events': { of: 'record', span: {}, shows: named },
  // Its runs, and the units that run it now.
  'recipes.get': { of: 'record', shows: named },
  'maintenance.list': { of: 'record', shows: named },
  'account.userInfo': 'tells nothing of an appliance',
  'account.exportOwnData': 'tells nothing of an appliance',
  'account.listSessions': 'tells nothing of an appliance',
  'company.get': 'tells nothing of an appliance',
  'news.list': 'tells nothing of an appliance',
  'passport.link': 'tells nothing of an appliance',
  'registration.lookAtLink': 'tells nothing of an appliance',
  'recipes.filter': 'tells nothing of an appliance',
  'recipes.pinned': 'tells nothing of an appliance',
  'recipes.draft': 'tells nothing of an appliance',
  'recipes.versions': 'tells nothing of an appliance',
  'service.partners': 'tells nothing of an appliance',
  'security.factors': 'tells nothing of an appliance',
  'security.beginTotp': 'tells nothing of an appliance',
  'security.beginPasskey': 'tells nothing of an appliance',
  'security.beginConfirmation': 'tells nothing of an appliance',
};

/** The calls that tell something: what is asked for by GET, or by POST where the filters are many. */
const isRead = ({ method, list }: Call): boolean => method === 'GET' || list !== undefined;
const isOpenTo = ({ roles, members }: Call, role: Role, membership?: MembershipRole): boolean => {
  if (!Array.isArray(roles)) return true;
  return membership ? roles.includes('USER') && members?.includes(membership) === true : roles.includes(role);
};
const readCalls = allCalls.filter(
  (call) => isRead(call) && (['USER', 'SERVICE', 'SERVICE_SALES'] as const).some((role) => isOpenTo(call, role)),
);

/** Somebody who reads, of the company of a time, and which time is shown to it by reads of now and of records. */
type Reader = {
  who: TestUser;
  company: Time;
  membership?: MembershipRole;
  ids: Ids;
  now: Time | null;
  record: Time | null;
};

describe('the times of an appliance', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, unit } = given(portal);
  const times = {} as Record<Time, { from: number; to: number }>;
  const readers = new Map<string, Reader>();
  /** Ids and addresses that only one time may tell. */
  const secrets: Record<Time, string[]> = { former: [], nobodys: [], present: [] };
  let serial = '';
  /** Connected until the end: what a unit draws is told while it is. */
  let device: TestDevice;
  after(() => device[Symbol.dispose]());

  before(async () => {
    const [first, second, firstPartner, secondPartner] = [
      await user(),
      await user(),
      await user('SERVICE'),
      await user('SERVICE'),
    ];
    const created = await unit();
    serial = created.serialNumber;
    device = new TestDevice(portal, created);
    await device.connect();

    const sample = (mark: (typeof marks)[Time], at = portal.clock.now()) =>
      device.sendSamples([{ TCell: mark.air, instantPower: mark.power, powerState: 1, cycleState: 1 }], { at });
    const alarm = (name: string, active: boolean) =>
      device.send('evt', { type: 'alarm', name, active, severity: 'alarm' });
    const claim = async (owner: TestUser, activationCode: string, { word }: { word: string }, partner: TestUser) => {
      const body = { name: `${word} kitchen`, assistanceCenter: partner.email };
      const { id: labId } = await owner.call(createLaboratory, { body });
      await owner.call(claimAppliance, { body: { activationCode, name: `${word} chiller`, labId } });
      return labId;
    };
    /** A favourite that is made at the panel. */
    const favouriteOf = (word: string) => ({
      favourites: { ver: 0, slots: { 5: [null, 0, '00000000000000aa'] as [null, number, string] } },
      favouriteDefs: {
        5: {
          title: `${word} favourite`,
          function: 0,
          phases: [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core' as const, target: 3 } }],
        },
      },
    });
    const checked = (who: TestUser, time: Time) =>
      who.call(checkProbe, {
        params: { serial },
        body: {
          ...checkProbe.example.body,
          at: portal.clock.now(),
          setting: { method: 'ICE' },
          note: `${marks[time].word} note`,
        },
      });
    /** Whatever a company does with a unit: a batch, a door, an alarm, a word and a favourite at the panel, a cleaning, a command. */
    const work = async (owner: TestUser, time: Time, labId: string): Promise<Ids> => {
      const mark = marks[time];
      portal.clock.leap(100 * minute_ms);
      const startedAt = portal.clock.now() - 85 * minute_ms;
      const [lot, product] = [mark.word, `${mark.word} lasagne`];
      await sendAll(
        device,
        chillMessages({
          runId: mark.word,
          startedAt,
          minutes: 80,
          product,
          lot,
          source: { id: 0, v: 1, h: '0123456789abcdef' },
        }),
      );
      await device.send('evt', { type: 'door', door: 1, open: true });
      await device.send('evt', { type: 'door', door: 1, open: false });
      await alarm('doorOpenAlarm', true);
      await alarm('doorOpenAlarm', false);
      await device.send('evt', { type: 'local', what: `${mark.word} menu` });
      await sample(mark);
      const note = `${mark.word} note`;
      const cleaned = await owner.call(recordMaintenance, {
        params: { id: serial },
        body: { kind: 'cleaning', at: portal.clock.now(), note },
      });
      const { body: command } = await owner.call(sendCommand, {
        params: { id: serial },
        body: { name: 'setLight', args: { on: true } },
      });
      await device.send('res', { id: command.id, result: 'done' });
      const trayTimers = [{ tray: 1, from: portal.clock.now(), min: 90, product: `${mark.word} peas` }];
      await tellPanel(portal, device, { proposals: [], trayTimers, ...favouriteOf(mark.word) });
      const minute = localMinute(portal.clock.now() + day_ms, 'Europe/Rome');
      const { body: schedule } = await owner.call(createSchedule, {
        params: { id: serial },
        body: { recipeId: '0', minute, args: { product } },
      });
      const notice = (await noticeOf(portal, serial, { product: `${mark.word} peas` })) ?? assert.fail();
      await portal.db.write(async (db) => {
        await sql`update food_plan set plan = jsonb_set(plan, '{demands,dailyLook}', 'true')
          where laboratory_id = ${labId}::uuid`.execute(db);
        await sql`insert into unit_plan (appliance, from_at, food_plan)
          select a.id, t.from_at + interval '1 second', f.id from appliance a
          join tenure t on t.appliance = a.id and t.to_at is null join food_plan f on f.laboratory_id = ${labId}::uuid
          where a.serial = ${serial} on conflict do nothing`.execute(db);
      });
      await keepHoldDay(portal, serial, { name: `${mark.word} fridge`, food_C: mark.air, labId });
      // Nobody has looked at yesterday, although the plan demands it.
      portal.clock.leap(1000);
      await keepHoldDay(portal, serial, { labId, day: dayBefore(localDay(portal.clock.now(), 'Europe/Rome')) });
      await portal.settled();
      const query = { from: startedAt, to: portal.clock.now() };
      const [batch] = await owner.call(listBatches, { params: { serial }, query });
      assert.ok(batch);
      const { id: action } = await owner.call(openAction, {
        body: {
          ...openAction.example.body,
          state: 'open',
          subjects: [{ kind: 'batch', id: batch.batchId, excursion: null }],
          measured: null,
          dispositions: [],
          at: portal.clock.now(),
        },
      });
      const { id: inspectionLink } = await owner.call(createLink, {
        body: { ...createLink.example.body, labIds: [labId], serials: [serial], lasts: 'week' },
      });
      const { id: subscription } = await owner.call(createSubscription, {
        body: { serialNumber: serial, every: 'month', language: 'en_GB', addresses: [] },
      });
      await checked(owner, time);
      secrets[time].push(action, inspectionLink, cleaned.id, command.id, schedule.id, notice, batch.batchId, labId);
      return {
        ...nobodysIds(),
        appliance: serial,
        applianceRecord: serial,
        companyAppliance: serial,
        laboratory: labId,
        command: command.id,
        schedule: schedule.id,
        notice,
        batch: batch.batchId,
        action,
        inspectionLink,
        subscription,
      };
    };

    const firstLab = await claim(first, created.activationCode, marks.former, firstPartner);
    const firstGuest = await member(first, 'KITCHEN_MANAGER', [serial]);
    const firstIds = await work(first, 'former', firstLab);
    await checked(firstPartner, 'former');
    // What goes on when the unit is given away: a batch, an alarm of the unit, a door that the rules will find open too long.
    const cut = chillMessages({ runId: 'cut', startedAt: portal.clock.now(), minutes: 80, product: 'Former goulash' });
    const cutMessages = cut.map((one) => ({ ...one, message: device.message(one.body) }));
    for (const { topic, message } of cutMessages.slice(0, 2)) await device.deliver(topic, message);
    await alarm('highPressureAlarm', true);
    portal.clock.leap(19 * minute_ms);
    await device.send('evt', { type: 'door', door: 1, open: true });
    portal.clock.leap(minute_ms);
    const { body } = await first.call(releaseAppliance, { params: { id: serial } });

    portal.clock.leap(10 * minute_ms);
    await device.send('evt', { type: 'door', door: 1, open: false });
    await sample(marks.nobodys);
    await device.send('evt', { type: 'local', what: 'Nobodys menu' });
    portal.clock.leap(10 * minute_ms);

    const secondLab = await claim(second, body.activationCode, marks.present, secondPartner);
    const secondGuest = await member(second, 'KITCHEN_MANAGER', [serial]);
    const rows = await portal.db.read((db) =>
      db
        .selectFrom('tenure')
        .innerJoin('appliance', 'appliance.id', 'tenure.appliance')
        .select(['from_at', 'to_at'])
        .where('serial', '=', serial)
        .orderBy('from_at')
        .execute(),
    );
    const [formerly, presently] = [rows[0]!, rows[1]!];
    times.former = { from: formerly.from_at, to: formerly.to_at ?? 0 };
    times.nobodys = { from: times.former.to, to: presently.from_at };
    times.present = { from: presently.from_at, to: Number.POSITIVE_INFINITY };
    // What tells of its own time that something began in another's.
    const [lostAt, from, to] = [times.former.to - hour_ms, times.former.to - hour_ms, times.present.from];
    await device.send('evt', { type: 'power', event: 'booted', lostAt });
    await device.send('evt', { type: 'gap', from, to, samples: 7, reason: 'full' });
    const secondIds = await work(second, 'present', secondLab);
    await checked(secondPartner, 'present');
    for (const { topic, message } of cutMessages.slice(2)) await device.deliver(topic, message);
    // The last moment of each time and the first of the next.
    for (const [at, { edge }] of [
      [times.former.from, marks.former],
      [times.former.to - 1, marks.former],
      [times.nobodys.from, marks.nobodys],
      [times.nobodys.to - 1, marks.nobodys],
      [times.present.from, marks.present],
    ] as const)
      await device.sendSamples([{ TCell: edge }], { at, hist: true });
    await alarm('highPressureAlarm', false);
    await alarm('openDoorAlarm', true);
    await sample(marks.present);
    await portal.settled();
    portal.clock.leap(20 * minute_ms);
    await portal.settled();
    await sample(marks.present);
    await portal.settled();

    // Their books have a checkpoint each.
    for (const owner of [first, second]) await owner.call(exportLedger, {});
    secrets.former.push(first.email, first.companyId ?? '', firstGuest.email, firstPartner.email);
    secrets.present.push(second.email, second.companyId ?? '', secondGuest.email, secondPartner.email);
    // The record of the batch that was cut is written when its unit has the next owner's name and kitchen.
    const [cutBatch] = await first.call(listBatches, { params: { serial }, query: times.former });
    firstIds.batch = cutBatch?.batchId ?? '';
    secrets.former.push(firstIds.batch);
    firstIds.member = firstGuest.email;
    secondIds.member = secondGuest.email;
    const manager = { membership: 'KITCHEN_MANAGER' } as const;
    const former = { company: 'former', ids: firstIds, now: null, record: null } as const;
    const present = { company: 'present', ids: secondIds, now: 'present', record: 'present' } as const;
    readers.set('the former owner', { ...former, who: first, record: 'former' });
    readers.set('its guest', { ...former, ...manager, who: firstGuest });
    readers.set('its service partner', { ...former, who: firstPartner });
    readers.set('the owner', { ...present, who: second });
    readers.set('the owner’s guest', { ...present, ...manager, who: secondGuest });
    readers.set('the owner’s service partner', { ...present, who: secondPartner });
  });

  it('every read has its row', () => {
    assert.deepEqual(readCalls.map(({ id }) => id).toSorted(), Object.keys(reads).toSorted());
  });

  type Asking = { ids: Ids; who: TestUser; own: Time | null };
  /** The request of a read, over all the times. */
  const inputOf = (call: Call, { span }: Read, { ids, who, own }: Asking): unknown => {
    if (call.list) return { body: { page: 0, nRows: 50, filterAttributes: [] } };
    if (call.id === 'liveFeed.instantPower') return { query: {} };
    // By the time that what is shown is of: a month may have ended since.
    if (call.id === 'book.month')
      return { query: { month: new Date(times[own ?? 'former'].from).toISOString().slice(0, 7) } };
    // After the book's own entry and the plan of the kitchen.
    if (call.id === 'ledger.proof') return { query: { ix: 2 } };
    if (call.id === 'recipes.get')
      return { params: { recipeId: '0' }, query: who.role === 'SERVICE' ? { serialNumber: serial } : {} };
    const asked = exampleWith(call, ids) as Record<string, unknown>;
    const whole = { from: times.former.from - hour_ms, to: portal.clock.now() + minute_ms };
    return span ? { ...asked, query: { ...span, ...whole } } : asked;
  };

  for (const call of readCalls) {
    const read = reads[call.id];
    if (read === undefined || read === 'tells nothing of an appliance') continue;
    it(`S6.7 ${call.id} tells each owner of its own time and nothing else`, async () => {
      for (const [name, reader] of readers) {
        const { who, company, membership, ids } = reader;
        if (!isOpenTo(call, who.role, membership)) continue;
        const own: Time | null = read.ofKitchens && who.role === 'SERVICE' ? null : reader[read.of];
        const { status, text } = await sendRaw(portal, who, call, inputOf(call, read, { ids, who, own }));
        const at = `${name} got ${status} ${text.slice(0, 2000)}`;
        if (own === null) {
          const isEmpty = read.isEmpty ?? ((reply: string) => !reply.includes(serial));
          assert.ok(status === 404 || (status === 200 && isEmpty(text)), at);
        } else {
          assert.equal(status, 200, at);
          assert.ok(read.shows(text, marks[own]), `nothing of its own: ${at}`);
        }
        const reply: unknown = JSON.parse(text);
        for (const time of ['former', 'nobodys', 'present'] as const)
          if (time !== company) assert.deepEqual(foreignIn(reply, time), [], `of the ${time} time: ${at}`);
        if (own === null || status === 404) continue;
        const span: { from: number; to: number } = times[own];
        assert.deepEqual(momentsOutside(reply, span, read.except ?? []), [], `${JSON.stringify(span)}: ${at}`);
      }
    });
  }

  it('S6.7 a batch, a command and a kitchen of another time are as unknown as of nobody', async () => {
    const [former, present] = [readers.get('the former owner')!, readers.get('the owner')!];
    for (const [reader, others] of [
      [former, present.ids],
      [present, former.ids],
    ] as const)
      for (const call of readCalls.filter((one) => isOpenTo(one, 'USER')))
        for (const kind of ['batch', 'command', 'laboratory'] as const) {
          const own = exampleWith(call, reader.ids);
          const asked = exampleWith(call, { ...reader.ids, [kind]: others[kind] });
          if (JSON.stringify(asked) === JSON.stringify(own)) continue;
          assert.equal((await sendRaw(portal, reader.who, call, asked)).status, 404, `${call.id} ${kind}`);
        }
  });

  /** What of a time a reply holds: its numbers, its words and its ids. */
  function foreignIn(reply: unknown, time: Time): (number | string)[] {
    const { air, edge, power, word } = marks[time];
    const numbers: readonly number[] = [air, edge, power];
    return leavesOf(reply).flatMap(({ value }): (number | string)[] => {
      if (typeof value === 'number') return numbers.includes(value) ? [value] : [];
      return typeof value === 'string' && [word, ...secrets[time]].some((one) => value.includes(one)) ? [value] : [];
    });
  }
});

/** The moments in a reply that lie outside a time, with the name under which each stands. */
const momentsOutside = (
  reply: unknown,
  { from, to }: { from: number; to: number },
  except: readonly string[],
): [name: string, at: number][] => {
  const isExcept = (name: string): boolean => except.some((one) => `.${name}`.endsWith(`.${one}`));
  return leavesOf(reply).flatMap(({ name, value }): [string, number][] => {
    if (typeof value !== 'number' || value < 1.5e12 || value > 4e12 || isExcept(name)) return [];
    return value < from || value >= to ? [[name, value]] : [];
  });
};

/** The values of a reply, each with the names of the fields it stands in, the outermost first. */
function leavesOf(value: unknown, name = ''): { name: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, name));
  if (typeof value !== 'object' || value === null) return [{ name, value }];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, name ? `${name}.${key}` : key));
}
