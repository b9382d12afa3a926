import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { createRecipe, filterRecipes, type RecipeBody, type RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { type FactoryAppliance, filterAppliances } from '@brina/contract/calls/maker/factory-appliances';
import { type AuditEntry, type FactoryUser, filterAudit, filterUsers } from '@brina/contract/calls/maker/factory-users';
import { filterServed, type ServedAppliance } from '@brina/contract/calls/maker/service';
import { filterActions, type ListedAction } from '@brina/contract/calls/record/actions';
import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';

import type { Call } from '@brina/contract/wire/call';
import type { ListCall, ListRequest } from '@brina/contract/wire/lists';
import { families } from '@brina/domain/appliance/families/families';
import { day_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { compareNames } from '@brina/domain/language/name-order';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { insertAction, untouched, writeAction } from '#features/record/actions/write.ts';
import { given, type TestUser } from './given.ts';
import { keepHoldDay } from './hold-days.ts';
import { sharedPortal } from './portal.ts';
import { serves } from './serves.ts';

type Filter = ListRequest['filterAttributes'][number];
type Value = string | number | boolean | null | undefined;

/** Rows of a list, of which some share the value of an order, and how to see in a row what it is filtered and ordered by. */
type Example<Row> = {
  reader: TestUser;
  /** Lets through the rows of the example and no other. */
  own: readonly Filter[];
  /** What a row is filtered by where no field has the attribute's name; undefined: no value lets it through. */
  filteredBy: Readonly<Record<string, (row: Row) => Value>>;
  /** Whether a filter lets a row through, by what it is filtered by; absent: if that is the filter's value. */
  lets?: Readonly<Record<string, (shown: string, value: string) => boolean>>;
  /** What a row is ordered by where no field has the order's name. */
  orderedBy?: Readonly<Record<string, (row: Row) => Value>>;
  /** Orders by which no two rows can be equal. */
  strict: readonly string[];
};

const isList = (call: Call): call is ListCall => call.list !== undefined;
const lists = allCalls.filter(isList);

const nameOf = (row: Readonly<Record<string, Value>>): Value => row['id'] ?? row['serialNumber'];
const below = (one: Value, other: Value): number => {
  // What is not known comes last, whichever way.
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return one < other ? -1 : Number(one > other);
};

describe('filtered lists', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);
  const now = portal.clock.now();
  const administrator = await user('SUPERFACTORY');
  const examples: Readonly<Record<string, Example<never>>> = {
    ...(await appliances()),
    [filterUsers.id]: await users(),
    [filterAudit.id]: await auditEntries(),
    [filterRecipes.id]: await cycles(),
    [filterRecords.id]: await foodRecords(),
    [filterActions.id]: await actions(),
  };

  it('each list of the contract has rows here', () => {
    assert.deepEqual(new Set(Object.keys(examples)), new Set(lists.map(({ id }) => id)));
  });

  for (const call of lists) {
    const { attributes, orders, first, nRows } = call.list;
    const example = examples[call.id] as Example<Readonly<Record<string, Value>>> | undefined;
    if (!example) continue;
    const { reader, own, filteredBy, lets = {}, orderedBy = {}, strict } = example;
    const ask = async (more: readonly Filter[], rest: Partial<ListRequest> = {}) => {
      const body = { page: 0, nRows: 200, filterAttributes: [...own, ...more], ...rest };
      const { items, total } = await reader.call(call, { body });
      return { rows: items as Readonly<Record<string, Value>>[], total };
    };
    /** The rows that a request lets through, by their names, and how many there are. */
    const named = async (...request: Parameters<typeof ask>) => {
      const { rows, total } = await ask(...request);
      return { names: rows.map(nameOf), total };
    };

    it(`S3.20 ${call.id} each attribute lets through the rows that have its value, blank all of them`, async () => {
      const all = await ask([]);
      const every = { names: all.rows.map(nameOf), total: all.total };
      for (const attribute of attributes) {
        const shown = all.rows.map((row) => filteredBy[attribute]?.(row) ?? row[attribute]);
        const values = new Set(shown.flatMap((one) => (one == null ? [] : [String(one)])));
        assert.ok(values.size > 1, `rows that differ in ${attribute}`);
        for (const value of values) {
          const isLet = lets[attribute] ?? ((one: string) => one === value);
          const names = every.names.filter((_, i) => shown[i] != null && isLet(String(shown[i]), value));
          const wanted = { names, total: names.length };
          assert.deepEqual(await named([{ attribute, value }]), wanted, `${attribute} ${value}`);
        }
        assert.deepEqual(await named([{ attribute, value: '' }]), every, attribute);
      }
    });

    for (const attribute of call.list.several ?? [])
      it(`S3.20 S9.8 ${call.id} of several values of ${attribute} any lets a row through`, async () => {
        const all = await ask([]);
        const valueOf = (row: Readonly<Record<string, Value>>) =>
          String(filteredBy[attribute]?.(row) ?? row[attribute]);
        const values = [...new Set(all.rows.map(valueOf))].slice(0, 2);
        const names = all.rows.filter((row) => values.includes(valueOf(row))).map(nameOf);
        assert.equal(values.length, 2);
        assert.deepEqual(await named(values.map((value) => ({ attribute, value }))), { names, total: names.length });
      });

    it(`S3.20 ${call.id} the signs of LIKE and SQL are only themselves, in each attribute`, async () => {
      const { total: all } = await ask([]);
      for (const attribute of attributes)
        for (const value of ['%', '_', "\\' or true --"]) {
          const filterAttributes = [...own, { attribute, value }];
          // A value that cannot be one may be refused; where only `true` means something, the others are all its contrary.
          const found = await ask([{ attribute, value }]).catch(() =>
            reader.refused(call, { body: { page: 0, nRows: 1, filterAttributes } }),
          );
          if ('total' in found) assert.ok(found.total < all, `${attribute} ${value}`);
          else
            assert.deepEqual(
              [found.status, found.code, found.fields?.map(({ path }) => path)],
              [400, 'bad_request', [`body.filterAttributes[${own.length}].value`]],
            );
        }
    });

    for (const key of orders)
      it(`S3.20 ${call.id} by ${key}, both ways: in order, and in pages that tell each row once`, async () => {
        const valueOf = orderedBy[key] ?? ((row) => row[key]);
        for (const ascOrDesc of ['asc', 'desc'] as const) {
          const order = { orderAttr: key, ascOrDesc };
          const { rows, total } = await ask([], order);
          const values = rows.map(valueOf);
          const sign = ascOrDesc === 'asc' ? 1 : -1;
          const isKnown = (value: Value) => value != null;
          const known = values.filter(isKnown);
          assert.deepEqual(
            known,
            known.toSorted((one, other) => sign * below(one, other)),
            ascOrDesc,
          );
          assert.deepEqual(
            values.map(isKnown),
            values.map(isKnown).toSorted((one, other) => below(other, one)),
            'not known',
          );
          const kinds = new Set(values).size;
          assert.ok(
            kinds > 1 && (strict.includes(key) ? kinds === total : kinds < total),
            `rows that share some ${key}`,
          );

          const paged: Value[] = [];
          for (let page = 0; page * 3 < total; page++) {
            const part = await named([], { ...order, page, nRows: 3 });
            assert.equal(part.total, total);
            paged.push(...part.names);
          }
          assert.deepEqual(paged, rows.map(nameOf));
          assert.equal(new Set(paged).size, total);
        }
      });

    it(`S3.20 ${call.id} begins with its first order, and ascends by another`, async () => {
      const { key: orderAttr, direction: ascOrDesc } = first;
      const { names, total } = await named([]);
      assert.deepEqual(await named([], { orderAttr, ascOrDesc }), { names, total });
      assert.deepEqual(await named([], { page: total, nRows: 1 }), { names: [], total }, 'beyond the last page');
      for (const key of orders)
        if (key !== orderAttr)
          assert.deepEqual(await named([], { orderAttr: key }), await named([], { orderAttr: key, ascOrDesc: 'asc' }));
    });

    it(`S3.20 ${call.id} refuses what it does not know, and pages beyond its limits`, async () => {
      const [attribute] = attributes;
      const filters = (count: number) => Array.from({ length: count }, () => ({ attribute, value: '' }));
      const wrong: readonly object[] = [
        { page: -1 },
        { page: 0.5 },
        { page: 100_001 },
        { nRows: 0 },
        { nRows: 201 },
        { filterAttributes: [{ attribute: 'nothing', value: '1' }] },
        { filterAttributes: [{ attribute, value: 'x'.repeat(255) }] },
        { filterAttributes: filters(21) },
        { orderAttr: 'nothing' },
        { ascOrDesc: 'up' },
        { more: true },
      ];
      const body = { page: 0, nRows, filterAttributes: filters(20) };
      await reader.call(call, { body: body as ListRequest });
      for (const part of wrong) {
        const { status, code } = await reader.refused(call, { body: { ...body, ...part } as ListRequest });
        assert.deepEqual([status, code], [400, 'bad_request'], JSON.stringify(part));
      }
    });
  }

  /** Two kitchens with four units each, which one service partner serves: of the factory's list and of the partner's. */
  async function appliances() {
    const partner = await user('SERVICE');
    const holders = new Map<string, string>();
    for (const owner of [await user(), await user()])
      for (const [i, model] of ['MF Next L 45', 'CP Next 700 Duo', 'MF Next L 45', 'MF Next S 20'].entries()) {
        const { serialNumber, labId } = await claimedUnit(owner, model);
        holders.set(serialNumber, owner.email);
        await serves(portal, partner, labId);
        const on = [{ name: 'openDoorAlarm', active: true, since: now }];
        await portal.db.write(async (db) => {
          const { id } = await db
            .updateTable('appliance')
            .set({ domain: i % 2 ? 'FMI_JAPAN' : 'STANDARD', created_at: timestamp(now - (i % 3) * day_ms) })
            .where('serial', '=', serialNumber)
            .returning('id')
            .executeTakeFirstOrThrow();
          const heard = timestamp(portal.clock.now() + (i % 2) * day_ms);
          await db
            .updateTable('live_state')
            .set({
              reported: jsonb({ firmwareVersion: `2.${i % 2}.0` }),
              online: i % 2 === 0,
              ...(i < 3 && { last_seen_at: heard }),
              ...(i === 0 && { alarms: jsonb(on) }),
              ...(i === 1 && { warnings: jsonb(on) }),
            })
            .where('appliance', '=', id)
            .execute();
        });
      }
    const modelName = ({ model }: { model: string }) => model;
    const fleet: Example<FactoryAppliance> = {
      reader: administrator,
      own: [{ attribute: 'email', value: partner.email }],
      filteredBy: { email: ({ serialNumber }) => holders.get(serialNumber), modelName },
      strict: ['serialNumber'],
    };
    const urgency = ({ alarms, warnings }: ServedAppliance) => (alarms.length > 0 ? 3 : warnings.length > 0 ? 2 : 0);
    const served: Example<ServedAppliance> = {
      reader: partner,
      own: [],
      filteredBy: {
        freeSearch: ({ serialNumber }) => serialNumber,
        modelName,
        notices: (row) => urgency(row) > 0,
        customer: ({ customer }) => customer.company,
      },
      orderedBy: { notices: (row) => -urgency(row), customer: ({ customer }) => customer.company },
      strict: ['serialNumber'],
    };
    return { [filterAppliances.id]: fleet, [filterServed.id]: served };
  }

  /** Two companies with people of one name, and two partners called the same. */
  async function users(): Promise<Example<FactoryUser>> {
    const name = newId(now);
    const sees = new Map<string, string>();
    for (const first of [await user(), await user()]) {
      const { serialNumber } = await claimedUnit(first);
      const companyId = first.companyId!;
      const people = [first, await user('USER', { companyId }), await user('SERVICE')];
      for (const [i, { id, role }] of people.entries()) {
        if (role === 'USER') sees.set(id, serialNumber);
        await portal.db.write((db) =>
          db
            .updateTable('app_user')
            .set({ last_name: name, country: i === 0 ? 'FR' : 'IT', created_at: timestamp(now - (i % 2) * day_ms) })
            .where('id', '=', id)
            .execute(),
        );
      }
    }
    return {
      reader: administrator,
      own: [{ attribute: 'freeSearch', value: name }],
      filteredBy: { serialNumber: ({ id }) => sees.get(id), freeSearch: ({ email }) => email },
      strict: ['email'],
    };
  }

  /** Three cycles of a company, each edited at another moment, beside the presets; some were run, one as often as another. */
  async function actions(): Promise<Example<ListedAction>> {
    const reader = await user();
    const units = [await claimedUnit(reader), await claimedUnit(reader)];
    const company = reader.companyId!;
    const states = ['open', 'done', 'done', 'verified'] as const;
    for (const [i, state] of states.entries()) {
      const { serialNumber, labId } = units[i % 2]!;
      const unit = await portal.db.read((db) =>
        db.selectFrom('appliance').select('id').where('serial', '=', serialNumber).executeTakeFirstOrThrow(),
      );
      const place = { appliance: unit.id, appliance_name: `Unit ${i}`, laboratory_id: labId };
      const subjects = [{ id: newId(now), kind: 'batch' as const, ...place, excursion: null, missing: null }];
      const content = { ...untouched(now), state, cause: (['DOOR', 'POWER', null] as const)[i % 3] ?? null };
      await portal.db.write(async (db) => {
        const id = newId(now);
        const at = now - (i % 2);
        await insertAction(db, { id, company, subjects, by: null }, at);
        await writeAction(db, { id, company, revision: 1, subjects, content, by: null }, at);
      });
    }
    return { reader, own: [], filteredBy: {}, strict: [] };
  }

  async function cycles(): Promise<Example<RecipeHead>> {
    const reader = await user();
    const { body } = createRecipe.example;
    const soft = { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3.5 } };
    for (const [i, definition] of [
      { family: 'MF', function: 0, phases: [soft] },
      { family: 'EF', function: 1, phases: [soft] },
      { family: 'EF', function: 1, phases: [{ ...soft, fan: 65 }] },
    ].entries()) {
      portal.clock.leap(1000);
      const sector = i === 0 ? 'icecream' : 'bakery';
      const recipe: RecipeBody = { ...body, title: `Zz ${i}`, texts: {}, laboratoryIds: [], sector, definition };
      const { number } = (await reader.call(createRecipe, { body: recipe })).body;
      const used = {
        company_id: reader.companyId!,
        number,
        uses: 1 + (i % 2),
        last_at: timestamp(now - (i % 2)),
        products: [],
      };
      await portal.db.write((db) => db.insertInto('recipe_usage').values(used).execute());
    }
    const everything = await reader.call(filterRecipes, {
      query: {},
      body: { page: 0, nRows: 200, filterAttributes: [] },
    });
    const byName = everything.items.map(({ title }) => title).toSorted(compareNames);
    return {
      reader,
      own: [],
      filteredBy: {
        text: ({ number }) => (number < 1000 ? undefined : number),
        function: ({ family, function: code }) => families[family].functions[code ?? -1]?.key,
      },
      orderedBy: {
        lastUsed: ({ lastUsedAt }) => lastUsedAt,
        edited: ({ editedAt }) => editedAt,
        title: ({ title }) => byName.indexOf(title),
      },
      strict: [],
    };
  }

  /** Two units in two kitchens, each with batches and a day of holding in this month and one before, begun at the same moments. */
  async function foodRecords(): Promise<Example<BookRecord>> {
    const reader = await user();
    const tell = async ({ serial, labId }: { serial: string; labId: string }, days: number, product: string) => {
      const at = timestamp(now - days * day_ms);
      const id = newId(now);
      const verdict = days === 0 ? 'PASS' : 'FAIL';
      const revision = {
        revision: 1,
        created_at: at,
        cause: 'complete',
        verdict,
        summary: jsonb({ verdict, minutes: 80, limit_min: 90 }),
        content: Buffer.of(),
        content_hash: Buffer.of(),
      };
      await portal.db.write(async (db) => {
        const { id: appliance } = await db
          .selectFrom('appliance')
          .select('id')
          .where('serial', '=', serial)
          .executeTakeFirstOrThrow();
        await db
          .updateTable('tenure')
          .set({ from_at: timestamp(now - 90 * day_ms) })
          .where('appliance', '=', appliance)
          .execute();
        const request = jsonb({ product, lot: `Lot of ${product}` });
        await db
          .insertInto('cycle_run')
          .values({ id, appliance, run_id: id, function: 0, started_at: at, ended_at: at, request })
          .execute();
        await db
          .insertInto('batch')
          .values({ id, appliance, run: id, started_at: at, revision: 1, considered_by: 1000, laboratory_id: labId })
          .execute();
        await db
          .insertInto('batch_revision')
          .values({ batch: id, sample_count: 1, ...revision })
          .execute();
        if (verdict === 'PASS') return;
        const company_id = reader.companyId!;
        await db.insertInto('action').values({ id, company_id, created_at: at, revision: 1, state: 'open' }).execute();
        const subject = { action: id, id, kind: 'batch', appliance, appliance_name: 'Chiller' };
        await db.insertInto('action_subject').values(subject).execute();
      });
    };
    for (const kitchen of [1, 2]) {
      const { serialNumber, labId } = await claimedUnit(reader);
      const place = { serial: serialNumber, labId };
      await tell(place, 0, `Lasagne ${kitchen}`);
      await tell(place, 40, 'Peas');
      await keepHoldDay(portal, serialNumber, { name: 'Fridge', food_C: 3, labId });
      const day = localDay(now, 'Europe/Rome');
      await portal.db.write((db) =>
        db.updateTable('hold_day').set({ day }).where('laboratory_id', '=', labId).execute(),
      );
    }
    return {
      reader,
      own: [],
      filteredBy: {
        needs: ({ needs }) => needs.length > 0,
        product: ({ batch }) => batch?.product,
        lot: ({ batch }) => batch?.lot,
        day: ({ startedAt, timeZone }) => localDay(startedAt, timeZone),
        month: ({ startedAt, timeZone }) => localDay(startedAt, timeZone).slice(0, 7),
        from: ({ startedAt, timeZone }) => localDay(startedAt, timeZone),
        to: ({ startedAt, timeZone }) => localDay(startedAt, timeZone),
      },
      lets: { from: (shown, value) => shown >= value, to: (shown, value) => shown <= value },
      strict: [],
    };
  }

  /** What two people did to two things of one kind, twice at the same moments of three days. */
  async function auditEntries(): Promise<Example<AuditEntry>> {
    const kind = newId(now);
    for (const { id: user_id, companyId: company_id } of [await user(), await user()])
      for (const days of [0, 1, 1, 2]) {
        const at = now - days * day_ms;
        const action = days === 1 ? 'laboratory.update' : 'laboratory.create';
        const row = { id: newId(at), at: timestamp(at), user_id, company_id: company_id!, action, on_kind: kind };
        await portal.db.write((db) =>
          db
            .insertInto('audit')
            .values({ ...row, on_id: `thing ${days % 2}` })
            .execute(),
        );
      }
    const day = ({ at }: AuditEntry) => new Date(at).toISOString().slice(0, 10);
    return {
      reader: administrator,
      own: [{ attribute: 'on', value: kind }],
      filteredBy: { on: ({ on }) => on.id, from: day, to: day },
      lets: { from: (shown, value) => shown >= value, to: (shown, value) => shown <= value },
      strict: [],
    };
  }
});
