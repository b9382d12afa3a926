import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { claimAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { updateUserInfo } from '@brina/contract/calls/people/account';
import { signUp } from '@brina/contract/calls/people/registration';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { everyCallErrors, noCallErrors } from '@brina/contract/wire/call';
import type { FieldCode } from '@brina/contract/wire/errors';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { mf } from '@brina/domain/appliance/families/mf';
import { checkMessages } from '@brina/domain/language/messages';
import * as z from 'zod/mini';
import { readPart } from '#core/http/validate.ts';
import { TestDevice } from './device.ts';
import { given, type TestUser } from './given.ts';
import { sharedPortal } from './portal.ts';

/** The server's code without its tests. */
/** The rules name some of what the server refuses by them. */
const sources = globSync(['src/**/*.ts', '../domain/src/**/*.ts'], { cwd: join(import.meta.dirname, '..') })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

describe('the error catalogue', () => {
  const codes = Object.keys(errorMessages.texts);

  it('S8.1 every code that a call declares has a text, and every text belongs to a call', () => {
    const declared = new Set<string>([
      ...everyCallErrors,
      ...noCallErrors,
      ...allCalls.flatMap(({ errors }) => errors),
    ]);
    assert.deepEqual([...declared].sort(), codes.toSorted());
  });

  it('S8.1 every code is one that the server answers with', () => {
    for (const code of codes)
      assert.ok(
        sources.some((source) => source.includes(`'${code}'`)),
        `nothing answers ${code}`,
      );
  });

  it('S8.1 S1.1 every text is there in nine languages', () => {
    assert.deepEqual([...checkMessages(errorMessages), ...checkMessages(fieldMessages)], []);
  });
});

describe('why a field is refused', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);
  let owner: TestUser;
  let unit: { serialNumber: string; labId: string };
  const seen = new Set<FieldCode>();

  before(async () => {
    owner = await user();
    unit = await claimedUnit(owner);
  });

  /** Claims with a body that is wrong, and resolves with what is said of its fields. */
  async function claim(body: Record<string, unknown>) {
    const { status, code, fields } = await owner.refused(claimAppliance, { body: body as never });
    assert.deepEqual([status, code], [400, 'bad_request']);
    return noted(fields);
  }

  const noted = (fields: Awaited<ReturnType<TestUser['refused']>>['fields']) =>
    (fields ?? []).map(({ path, code, message, ...limits }) => {
      seen.add(code);
      assert.doesNotMatch(message, /[{}]/, 'every value is filled in');
      return { path, code, ...limits };
    });

  it('S8.1 each refused field of a body has its path and a code', async () => {
    const { labId } = unit;
    const activationCode = '0000000000';
    assert.deepEqual(await claim({}), [
      { path: 'body.activationCode', code: 'required' },
      { path: 'body.name', code: 'required' },
      { path: 'body.labId', code: 'required' },
    ]);
    assert.deepEqual(await claim({ activationCode, name: 7, labId }), [{ path: 'body.name', code: 'wrong_type' }]);
    assert.deepEqual(await claim({ activationCode, name: '  ', labId }), [
      { path: 'body.name', code: 'required', min: 1 },
    ]);
    assert.deepEqual(await claim({ activationCode, name: 'x'.repeat(61), labId }), [
      { path: 'body.name', code: 'too_long', max: 60 },
    ]);
    assert.deepEqual(await claim({ activationCode, name: 'A', labId, colour: 1 }), [
      { path: 'body.colour', code: 'unknown_field' },
    ]);
    assert.deepEqual(await claim({ activationCode, name: 'A', labId: 'kitchen' }), [
      { path: 'body.labId', code: 'invalid' },
    ]);
    assert.deepEqual(await claim({ activationCode: 'ABC', name: 'A', labId }), [
      { path: 'body.activationCode', code: 'invalid' },
    ]);
  });

  it('a text that no database can hold is not valid', async () => {
    const { labId } = unit;
    for (const name of ['a\0b', 'a\ud800b'])
      assert.deepEqual(await claim({ activationCode: '0000000000', name, labId }), [
        { path: 'body.name', code: 'invalid' },
      ]);
  });

  it('filters are read as what they are meant to be', async () => {
    const ask = async (query: Record<string, unknown>) => {
      const input = { params: { id: unit.serialNumber }, query: { metrics: 'TCell', from: 1, to: 2, ...query } };
      const { status, fields } = await owner.refused(getTelemetry, input as never);
      assert.equal(status, 400);
      return noted(fields);
    };
    assert.deepEqual(await ask({ from: 'yesterday' }), [{ path: 'query.from', code: 'wrong_type' }]);
    assert.deepEqual(await ask({ from: 1.5 }), [{ path: 'query.from', code: 'wrong_type' }]);
    assert.deepEqual(await ask({ to: undefined }), [{ path: 'query.to', code: 'required' }]);
    assert.deepEqual(await ask({ from: -1 }), [{ path: 'query.from', code: 'too_small', min: 0 }]);
    assert.deepEqual(await ask({ to: 9e15 }), [{ path: 'query.to', code: 'too_big', max: 253_402_300_799_999 }]);
    assert.deepEqual(await ask({ points: 9 }), [{ path: 'query.points', code: 'too_small', min: 10 }]);
    assert.deepEqual(await ask({ points: 2001 }), [{ path: 'query.points', code: 'too_big', max: 2000 }]);
    assert.deepEqual(await ask({ metrics: ['TCell', 'door'] }), [{ path: 'query.metrics', code: 'wrong_type' }]);
  });

  it('a time that runs backwards or for ten years, and a measurement that nobody makes', async () => {
    const year_ms = 365 * 86_400_000;
    const to = portal.clock.now();
    const params = { id: unit.serialNumber };
    const chart = (query: { from: number; to: number; metrics?: string }) =>
      owner.refused(getTelemetry, { params, query: { metrics: 'TCell', ...query } });
    const list = (query: { from: number; to: number }) =>
      owner.refused(listBatches, { params: { serial: unit.serialNumber }, query });
    for (const ask of [chart, list]) {
      const backwards = await ask({ from: to, to: to - 1 });
      assert.deepEqual([backwards.status, backwards.code], [400, 'range_reversed']);
      assert.deepEqual(noted(backwards.fields), [{ path: 'query.from', code: 'invalid' }]);
      assert.equal((await ask({ from: to, to })).code, 'range_reversed');
      const tenYears = await ask({ from: to - 10 * year_ms, to });
      assert.deepEqual([tenYears.status, tenYears.code, tenYears.data], [400, 'range_too_long', { days: 800 }]);
      assert.deepEqual(noted(tenYears.fields), [{ path: 'query.to', code: 'invalid' }]);
      assert.match(tenYears.message, /at most 800 days/);
    }
    for (const name of ['warmth', 'constructor', '', 'TCell;drop table telemetry']) {
      const unknown = await chart({ from: to - 1000, to, metrics: `TCell,${name}` });
      assert.deepEqual([unknown.status, unknown.code, unknown.data], [400, 'metric_unknown', { name }]);
      assert.deepEqual(noted(unknown.fields), [{ path: 'query.metrics', code: 'invalid' }]);
    }
  });

  it('S8.21 arguments of a command carry their limits', async () => {
    const start = async (args: Record<string, unknown>) => {
      const input = { params: { id: unit.serialNumber }, body: { name: 'startCycle', args } };
      const { status, code, fields } = await owner.refused(sendCommand, input);
      assert.equal(status, 422);
      return { code, fields: noted(fields) };
    };
    const { min, max } = mf.functions[0].core;
    assert.deepEqual(await start({ function: 0, core: max + 1 }), {
      code: 'command_invalid',
      fields: [{ path: 'body.args.core', code: 'out_of_range', min, max }],
    });
    const args = [{ path: 'body.args.speed', code: 'bad_argument' }];
    assert.deepEqual(await start({ function: 0, speed: 3 }), { code: 'command_invalid', fields: args });
    const steps = [{ path: 'body.args.time_min', code: 'inconsistent' }];
    assert.deepEqual(await start({ function: 0, by: 'core', time_min: 60 }), {
      code: 'command_invalid',
      fields: steps,
    });
    const lot = [{ path: 'body.args.lot', code: 'too_long', max: 40 }];
    assert.deepEqual(await start({ function: 0, lot: 'x'.repeat(41) }), { code: 'command_invalid', fields: lot });
    const { code, fields } = await start({ function: 0, rh: 50 });
    assert.deepEqual([code, fields], ['not_compatible', [{ path: 'body.args.rh', code: 'not_compatible' }]]);
  });

  it('S5.3 S5.2 a tax code and a phone number that no such country has are told apart', async () => {
    const { body } = signUp.example;
    const company = { ...body.company, taxCode: '00743110158', phone: '12' };
    const { status, fields } = await owner.refused(signUp, { headers: {}, body: { ...body, company } } as never);
    assert.equal(status, 400);
    assert.deepEqual(
      noted(fields).map(({ path, code }) => [path, code]),
      [
        ['body.company.taxCode', 'tax_code_unlikely'],
        ['body.company.phone', 'phone_invalid'],
      ],
    );
  });

  it('S5.3 a tax code that is none of its country is told from one that does not look like it', async () => {
    const { body } = signUp.example;
    const company = { ...body.company, taxCode: 'DE136695976' };
    const { fields } = await owner.refused(signUp, { headers: {}, body: { ...body, company } } as never);
    assert.deepEqual(
      noted(fields).map(({ code }) => code),
      ['tax_code_invalid'],
    );
  });

  it('S5.5 a password that everybody has is told from one that is its owner’s name', async () => {
    const { body } = signUp.example;
    for (const [password, expected] of [
      ['Password1!', 'password_common'],
      [`${body.lastName}-Kitchen-77#`, 'password_personal'],
    ] as const) {
      const { fields } = await owner.refused(signUp, { headers: {}, body: { ...body, password } } as never);
      assert.deepEqual(
        noted(fields).map(({ path, code }) => [path, code]),
        [['body.password', expected]],
      );
    }
  });

  it('S6.8 what may be read and not changed is told as such', async () => {
    const { fields } = await owner.refused(updateUserInfo, { body: { role: 'SUPERFACTORY' } } as never);
    assert.deepEqual(noted(fields), [{ path: 'body.role', code: 'read_only' }]);
  });

  it('S8.21 what has to begin from standby is told as such', async () => {
    const pastry = await claimedUnit(owner, 'MYA 20');
    using device = new TestDevice(portal, pastry);
    await device.connect();
    await device.sendSamples([{ powerState: 1, operatingMode: 2, cycleId: 1 }]);
    await portal.settled();
    const input = { params: { id: pastry.serialNumber }, body: { name: 'setMode', args: { mode: 3 } } };
    assert.deepEqual(noted((await owner.refused(sendCommand, input)).fields), [
      { path: 'body.args.mode', code: 'standby_needed' },
    ]);
  });

  it('S8.1 every code that a field can have is said somewhere', () => {
    const short = readPart('body', z.object({ word: z.string().check(z.minLength(2)) }), { word: 'a' });
    assert.deepEqual(short, { fields: [{ path: 'body.word', code: 'too_short', min: 2 }] });
    assert.deepEqual([...seen, 'too_short'].sort(), Object.keys(fieldMessages.texts).sort());
  });
});
