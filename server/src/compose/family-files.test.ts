import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '@brina/domain/appliance/families/families';
import type { CommandRow, FamilyRow } from '@brina/domain/appliance/families/family';
import { familyCodes } from '@brina/domain/appliance/families/family-code';
import { familyCommands } from '@brina/domain/commands/family-commands';
import { sharedPortal } from '../../test/portal.ts';
import { commandsFile, extrasFile } from './family-files.ts';

describe('the files of the families', async () => {
  const portal = await sharedPortal();
  const file = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${portal.url}/families/${path}`, { headers });
    const text = await reply.text();
    return { status: reply.status, tag: reply.headers.get('etag'), body: text && JSON.parse(text) };
  };

  it('S7.29 every family has both, without key or token', async () => {
    for (const code of familyCodes) {
      const [commands, extras] = [await file(`${code}/commands.json`), await file(`${code}/extras.json`)];
      assert.deepEqual(
        [commands.status, commands.body.family, extras.status, extras.body.family],
        [200, code, 200, code],
      );
      assert.deepEqual(Object.keys(commands.body.commands), Object.keys(familyCommands[code]));
      assert.equal(extras.body.models.length, families[code].models.length);
      assert.ok(extras.body.models.every((model: { metrics: string[] }) => model.metrics.includes('TCell')));
    }
    assert.equal((await file('XX/commands.json')).status, 404);
  });

  it('S7.29 a command says its ranges, its refusals and the models that have it', async () => {
    const { body } = await file('MF/commands.json');
    assert.deepEqual(body.commands.setSanigen.args.level, { type: 'integer', min: 0, max: 5 });
    assert.ok(body.commands.startCycle.refusals.includes('probe_missing'));
    assert.ok(body.refusalsOfEveryCommand.includes('appliance_offline'));
    const { body: cabinets } = await file('CP/extras.json');
    assert.ok(cabinets.modes[3].models.includes('CP Next 700'));
    assert.ok(!cabinets.modes[3].models.includes('CP Plus 700'));
  });

  it('S7.29 they follow the rows', () => {
    const family: FamilyRow = families.MF;
    const fewer: FamilyRow = { ...family, air: { min: -30, max: 90 } };
    const setLight: CommandRow = {
      ...familyCommands.MF['setLight']!,
      ttl_s: 7,
      fitted: ({ trolleys }) => trolleys > 0,
    };
    const { commands } = commandsFile(fewer, { setLight });
    assert.deepEqual(Object.keys(commands), ['setLight']);
    assert.equal(commands['setLight']?.ttl_s, 7);
    assert.deepEqual(commands['setLight']?.models, ['MF Next XXL 100 RWL']);
    assert.equal(extrasFile(fewer).air.min, -30);
  });

  it('who has a file asks by its tag', async () => {
    const { tag } = await file('PL/extras.json');
    assert.ok(tag);
    const again = await file('PL/extras.json', { 'if-none-match': tag });
    assert.deepEqual([again.status, again.body], [304, '']);
    assert.notEqual((await file('MF/extras.json')).tag, tag);
  });
});
