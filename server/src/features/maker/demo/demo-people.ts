import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { endOneSession, listSessions } from '@brina/contract/calls/people/sessions';
import { type Action, filterActions, getAction, saveAction, verifyAction } from '@brina/contract/calls/record/actions';
import { checkProbe } from '@brina/contract/calls/record/checks';
import { createLink } from '@brina/contract/calls/record/inspection';
import { explainMissing, listMissing } from '@brina/contract/calls/record/missing';
import { grantSigning, signRecords } from '@brina/contract/calls/record/signatures';
import type { PublicConfig } from '@brina/contract/config';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { send } from '@brina/contract/wire/client';
import { isOpen } from '@brina/domain/haccp/actions/action';
import { linkDays_usual } from '@brina/domain/haccp/inspection';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { localDay, spanOfDay } from '@brina/domain/language/local-day';
import type { Clock } from '#core/clock.ts';
import type { DemoAccount } from './demo.ts';
import { type About, type Deed, type DemoPerson, usualAnswers } from './demo-deeds.ts';
import { demoUnits } from './demo-fleet.ts';

/** Where the demo's people find the portal, as everybody does, and what o'clock it is there. */
export type Door = { url: string; publicConfig: PublicConfig; clock: Clock };

type CallAs = <C extends Call>(call: C, input: Input<C>) => Promise<Reply<C>>;

const page = { page: 0, nRows: 200 } as const;
/** Batches of which something is said are over by then. */
const afterStart_ms = 4 * hour_ms;
/** The hour at which needles are checked. */
const check_h = 10;
/** Of a load that nobody entered. */
const someFood_kg = 12;
const late = 'It stood on the sheet in the kitchen';

/** One of the demo company's people, signed in by its own account: it does what the portal lets it, by the calls that everybody has. */
class Person {
  readonly call: CallAs;
  readonly #account: DemoAccount;
  readonly #door: Door;

  constructor(door: Door, account: DemoAccount, token: string) {
    const { publicConfig } = door;
    const headers = {
      authorization: `Bearer ${token}`,
      [publicConfig.subscriptionKeyHeader]: publicConfig.subscriptionKey,
    };
    this.#door = door;
    this.#account = account;
    this.call = (call, input) => send(call, input, { baseUrl: door.url, headers: () => headers });
  }

  /** Does something; `false`: what it is about is not there yet, or was done by somebody else. */
  async does(deed: Deed): Promise<boolean> {
    switch (deed.does) {
      case 'act':
        return this.#answer(await this.#actionOn(deed.on), deed);
      case 'verify':
        return this.#verify(await this.#actionOn(deed.on));
      case 'sign':
        return this.#sign(await this.#actionOn(deed.on), deed.meaning);
      case 'check':
        return this.#check(deed);
      case 'explain':
        return this.#explain(deed);
      case 'actOnRest':
        return this.#answerRest(deed.daysAgo);
      case 'link':
        return this.#openRecords(deed.kitchen);
    }
  }

  async signOut(): Promise<void> {
    const own = (await this.call(listSessions, {})).find(({ current }) => current);
    if (own) await this.call(endOneSession, { params: { id: own.id } });
  }

  get #now(): number {
    return this.#door.clock.now();
  }

  async #actions(filterAttributes: Input<typeof filterActions>['body']['filterAttributes']): Promise<Action[]> {
    const { items } = await this.call(filterActions, { body: { ...page, filterAttributes } });
    const actions: Action[] = [];
    for (const { id } of items) actions.push(await this.call(getAction, { params: { actionId: id }, query: {} }));
    return actions.sort((one, other) => (beganAt(other) ?? 0) - (beganAt(one) ?? 0));
  }

  async #actionOn({ unit, says }: About): Promise<Action | undefined> {
    const actions = await this.#actions([{ attribute: 'serialNumber', value: serialOf(unit) }]);
    return actions.find(({ subjects: [subject] }) =>
      says === 'check' ? subject?.kind === 'check' : subject?.verdict === says,
    );
  }

  async #answer(action: Action | undefined, said: (typeof usualAnswers)[string]): Promise<boolean> {
    if (!action || !isOpen(action.state)) return false;
    const [subject] = action.subjects;
    const at = Math.min((beganAt(action) ?? action.createdAt) + afterStart_ms, this.#now);
    const kg = action.load_kg ?? someFood_kg;
    await this.call(saveAction, {
      params: { actionId: action.id },
      headers: { 'if-match': `"${action.revision}"` },
      body: {
        state: 'done',
        reason: '',
        cause: said.cause,
        causeText: '',
        dispositions: subject?.kind === 'check' ? [] : [{ ...said.fate, kg }],
        measured: null,
        at,
        lateReason: at < this.#now - day_ms ? late : '',
        prevention: said.prevention,
      },
    });
    return true;
  }

  async #answerRest(daysAgo: number): Promise<boolean> {
    for (const action of await this.#actions([{ attribute: 'state', value: 'open' }])) {
      const answer = usualAnswers[action.subjects[0]?.verdict ?? ''];
      if (answer && (beganAt(action) ?? this.#now) < this.#now - daysAgo * day_ms) await this.#answer(action, answer);
    }
    return true;
  }

  async #verify(action: Action | undefined): Promise<boolean> {
    if (action?.state !== 'done') return false;
    const headers = { 'if-match': `"${action.revision}"` };
    await this.call(verifyAction, { params: { actionId: action.id }, headers, body: {} });
    return true;
  }

  async #sign(action: Action | undefined, meaning: Extract<Deed, { does: 'sign' }>['meaning']): Promise<boolean> {
    if (!action?.hash) return false;
    const { grant } = await this.call(grantSigning, { body: { password: this.#account.password } });
    const what = [{ kind: 'action' as const, id: action.id, revision: action.revision, hash: action.hash }];
    await this.call(signRecords, { body: { what, meaning, grant } });
    return true;
  }

  async #check({ unit, daysAgo, before_C, after_C }: Extract<Deed, { does: 'check' }>): Promise<boolean> {
    const { timeZone } = await this.#kitchen();
    const at = spanOfDay(localDay(this.#now - daysAgo * day_ms, timeZone), timeZone).from + check_h * hour_ms;
    await this.call(checkProbe, {
      params: { serial: serialOf(unit) },
      body: {
        needle: 1,
        points: [],
        before_C,
        after_C,
        at,
        instrument: 'Ice water, stirred',
        certificate: '',
        certificateUntil: null,
        note: '',
        setting: { method: 'ICE' },
      },
    });
    return true;
  }

  async #explain({ unit, reason, text }: Extract<Deed, { does: 'explain' }>): Promise<boolean> {
    const serialNumber = serialOf(unit);
    const { items } = await this.call(listMissing, { query: {} });
    const missed = items.find(
      (one) => one.kind === 'batch' && one.state === 'open' && one.unit?.serialNumber === serialNumber,
    );
    if (!missed) return false;
    const { day, kind } = missed;
    await this.call(explainMissing, { body: { day, kind, serialNumber, explanation: { reason, text } } });
    return true;
  }

  async #openRecords(name: string): Promise<boolean> {
    const { id, timeZone } = await this.#kitchen(name);
    const to = localDay(this.#now, timeZone);
    const from = localDay(this.#now - (linkDays_usual - 1) * day_ms, timeZone);
    const { address } = await this.call(createLink, { body: { labIds: [id], serials: [], from, to, lasts: 'week' } });
    // An inspector opens it once; by the door that the demo knows, whatever the portal is called outside.
    await fetch(new URL(new URL(address).pathname, this.#door.url));
    return true;
  }

  /** A kitchen of the company, by its name; without one the first. */
  async #kitchen(name?: string): Promise<{ id: string; timeZone: string }> {
    const kitchens = await this.call(listLaboratories, {});
    const kitchen = kitchens.find((one) => name === undefined || one.name === name);
    if (!kitchen) throw new Error(`The demo has no kitchen ${name ?? ''}.`);
    return kitchen;
  }
}

/** When the food began of which an action says something, epoch ms. */
const beganAt = ({ subjects: [subject] }: Action): number | null => subject?.from ?? null;

const serialOf = (name: string): string => {
  const unit = demoUnits.find((one) => one.name === name);
  if (!unit) throw new Error(`The demo has no unit ${name}.`);
  return unit.serial;
};

/** The demo company's people, each signed in when it first does something. */
export class People {
  readonly #door: Door;
  readonly #accounts: readonly DemoAccount[];
  readonly #present = new Map<DemoPerson, Person>();

  constructor(door: Door, accounts: readonly DemoAccount[]) {
    this.#door = door;
    this.#accounts = accounts;
  }

  async as(role: DemoPerson): Promise<Person> {
    const known = this.#present.get(role);
    if (known) return known;
    const account = this.#accounts.find((one) => one.role === role);
    if (!account) throw new Error(`The demo has no ${role}.`);
    const { url, publicConfig } = this.#door;
    const form = {
      grant_type: 'password',
      username: account.email,
      password: account.password,
      client_id: publicConfig.clientId,
    };
    const reply = await fetch(url + publicConfig.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    if (!reply.ok) throw new Error(`${account.email} cannot sign in with the password that the demo gave it.`);
    const { access_token } = (await reply.json()) as { access_token: string };
    const person = new Person(this.#door, account, access_token);
    this.#present.set(role, person);
    return person;
  }

  /** Nobody stays signed in. */
  async leave(): Promise<void> {
    for (const [role, person] of this.#present) {
      this.#present.delete(role);
      await person.signOut();
    }
  }
}
