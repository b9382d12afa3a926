import type { DesiredMessage } from '@brina/contract/devices';
import {
  type Alarm,
  type Command,
  type Cycle,
  type LiveFrame,
  type Notice,
  type Reported,
  type Section,
  type Status,
  sections,
  type Versions,
} from '@brina/contract/live';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import { canonical } from '@brina/domain/canonical';
import { sql } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { setVersions, versionsOf } from './versions.ts';

/** The live picture of an appliance: what its dashboard card shows, with the versions that order its changes (docs/ARCHITECTURE.md, live). */
export type Picture = {
  reported: Reported;
  online: boolean;
  status: Status;
  cycle: Cycle | null;
  warnings: readonly Alarm[];
  alarms: readonly Alarm[];
  notices: readonly Notice[];
};

/** An appliance while a batch of its messages is handled; `save` writes it back and its frames go out after the commit. */
export class Unit {
  readonly id: number;
  readonly serial: string;
  readonly model: string;
  readonly family: FamilyCode;
  /** Since when its present owner holds it; null while nobody does. */
  readonly heldSince_ms: number | null;
  /** When it was given away last, and since when it is held. */
  readonly handOvers_ms: readonly number[];
  readonly picture: Picture;
  readonly v: Versions;
  /** Log that live order follows, the last number of it that counted, and the latest connection it was heard on. */
  log: string | null;
  seq: number;
  logConnection: string | null;
  /** The open connection. */
  connection: string | null;
  lastSeen_ms: number | null;
  reportedAt_ms: number | null;
  /** What the portal wants of the unit, whole, with its version. */
  readonly desired: DesiredMessage;
  /** Whether every section is written as it is. The plain fields do not count: nobody sets them after the first save. */
  areSectionsSaved = false;
  readonly #changed = new Map<Section, number>();
  #reportedChanges: Reported = {};
  readonly #commandChanges = new Map<string, Command>();

  constructor(row: UnitRow, family: FamilyCode) {
    this.id = row.id;
    this.serial = row.serial;
    this.model = row.model;
    this.family = family;
    this.heldSince_ms = row.held_since;
    this.handOvers_ms = [row.released_at, row.held_since].filter((at) => at !== null);
    this.picture = {
      reported: row.reported,
      online: row.online,
      status: row.status,
      cycle: row.cycle,
      warnings: row.warnings,
      alarms: row.alarms,
      notices: row.notices,
    };
    this.v = row.v;
    this.log = row.log;
    this.seq = row.seq;
    this.connection = row.connection;
    this.logConnection = row.log_connection;
    this.lastSeen_ms = row.last_seen_at;
    this.reportedAt_ms = row.reported_at;
    this.desired = { desired: row.desired, ver: row.desired_ver };
  }

  /**
   * Follows the order of messages, and says whether this one is the newest so far: in the current log by its number,
   * never by its time. A new log becomes current only on a connection opened after the one on which the old log was
   * heard (docs/DEVICE-PROTOCOL.md, order and time).
   */
  follow({ log, seq }: { log: string; seq: number }, connection: string): boolean {
    if (log !== this.log) {
      if (this.logConnection !== null && connection <= this.logConnection) return false;
      this.log = log;
      this.seq = -1;
    }
    if (this.logConnection === null || connection > this.logConnection) this.logConnection = connection;
    if (seq <= this.seq) return false;
    this.seq = seq;
    return true;
  }

  /**
   * It was heard, or is believed to have been: never after now. What was noted by a clock that was ahead of the present one is put right.
   */
  heard(received_ms: number, now_ms: number): void {
    this.lastSeen_ms = Math.min(Math.max(this.lastSeen_ms ?? 0, received_ms), now_ms);
  }

  /** Newer values of metrics; the frame carries these only. */
  report(values: Reported, at_ms: number): void {
    Object.assign(this.#reportedChanges, values);
    Object.assign(this.picture.reported, values);
    this.reportedAt_ms = at_ms;
    this.#raise('reported', at_ms);
  }

  /** Sets another section of the picture; nothing happens when it says the same as before. */
  show<S extends Exclude<Section, 'reported' | 'commands'>>(section: S, value: Picture[S], at_ms: number): void {
    const shown = this.picture[section];
    // The database keeps the keys of an object in an order of its own.
    if (shown === value || canonical(shown) === canonical(value)) return;
    this.picture[section] = value;
    this.#raise(section, at_ms);
  }

  /** The version that a section has once something of it has changed in this transaction. */
  nextVersion(section: Section): number {
    return this.v[section] + (this.#changed.has(section) ? 0 : 1);
  }

  /** Tells what has become of a command, whose row has the version that was next. */
  tell(command: Command, at_ms: number): void {
    this.#commandChanges.set(command.id, command);
    this.#raise('commands', at_ms);
  }

  /** Frames of what changed, in the order of the sections. */
  frames(): LiveFrame[] {
    const parts = { reported: this.#reportedChanges, commands: [...this.#commandChanges.values()] };
    return [...this.#changed].map(([section, at]) => frameOf(this, section, at, parts));
  }

  #raise(section: Section, at_ms: number): void {
    this.areSectionsSaved = false;
    this.v[section] = this.nextVersion(section);
    this.#changed.set(section, at_ms);
  }
}

/** One section of an appliance as it travels; `parts`: what of those sections that travel in parts. */
function frameOf(
  unit: { serial: string; picture: Picture; v: Versions; lastSeen_ms: number | null },
  section: Section,
  at_ms: number,
  parts: { reported: Reported; commands: readonly Command[] },
): LiveFrame {
  const base = { serialNumber: unit.serial, at: at_ms, v: unit.v };
  if (section === 'reported') return { ...base, reported: parts.reported };
  if (section === 'commands') return { ...base, commands: [...parts.commands] };
  if (section === 'online') return { ...base, online: unit.picture.online, lastSeenAt: unit.lastSeen_ms };
  return { ...base, [section]: unit.picture[section] } as LiveFrame;
}

type UnitRow = {
  id: number;
  serial: string;
  model: string;
  held_since: number | null;
  released_at: number | null;
  log: string | null;
  seq: number;
  connection: string | null;
  log_connection: string | null;
  online: boolean;
  last_seen_at: number | null;
  reported: Reported;
  reported_at: number | null;
  status: Status;
  cycle: Cycle | null;
  warnings: Alarm[];
  alarms: Alarm[];
  notices: Notice[];
  desired: Record<string, unknown>;
  desired_ver: number;
  v: Versions;
};

/** Loads appliances with their live picture, locked for this transaction; unknown serials are left out. */
export const loadUnits = (db: Db, serials: readonly string[]): Promise<Map<string, Unit>> =>
  selectUnits(db, serials, { locked: true });

/** Loads appliances with their live picture to show it. */
export const readUnits = (db: Db, serials: readonly string[]): Promise<Map<string, Unit>> =>
  selectUnits(db, serials, { locked: false });

async function selectUnits(
  db: Db,
  serials: readonly string[],
  { locked }: { locked: boolean },
): Promise<Map<string, Unit>> {
  const rows: UnitRow[] = await db
    .selectFrom('appliance as a')
    .innerJoin('live_state as s', 's.appliance', 'a.id')
    .leftJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .select(['a.id', 'a.serial', 'a.model', 't.from_at as held_since', 's.log', 's.seq', 's.connection'])
    .select(({ selectFrom }) =>
      selectFrom('tenure as e')
        .select(({ fn }) => fn.max('e.to_at').as('at'))
        .whereRef('e.appliance', '=', 'a.id')
        .as('released_at'),
    )
    .select(['s.log_connection', 's.online', 's.last_seen_at', 's.reported', 's.reported_at', 's.status', 's.cycle'])
    .select(['s.warnings', 's.alarms', 's.notices', 's.desired', 's.desired_ver', versionsOf.as('v')])
    .where('a.serial', '=', anyOf(serials))
    .orderBy('a.id')
    .$if(locked, (units) => units.forUpdate('s'))
    .execute();
  const units = new Map<string, Unit>();
  for (const row of rows) {
    const family = familyOf(row.model);
    // A model of a later version: what its units send stays with them, unacknowledged, until that version is back.
    if (family) units.set(row.serial, new Unit(row, family.code));
  }
  return units;
}

/** Writes the live pictures back as they are now, in one statement. */
export async function saveUnits(db: Db, units: readonly Unit[]): Promise<void> {
  if (units.length === 0) return;
  for (const unit of units) unit.areSectionsSaved = true;
  const rows = units.map((unit) => ({
    appliance: unit.id,
    log: unit.log,
    seq: unit.seq,
    connection: unit.connection,
    log_connection: unit.logConnection,
    last_seen_ms: unit.lastSeen_ms,
    reported_ms: unit.reportedAt_ms,
    ...unit.picture,
    v: unit.v,
  }));
  await sql`
    update live_state s set log = u.log, seq = u.seq, connection = u.connection, log_connection = u.log_connection,
      online = u.online, last_seen_at = to_timestamp(u.last_seen_ms / 1000.0), reported = u.reported,
      reported_at = to_timestamp(u.reported_ms / 1000.0), status = u.status,
      cycle = nullif(u.cycle, 'null'::jsonb), warnings = u.warnings, alarms = u.alarms, notices = u.notices,
      ${setVersions}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u(appliance int, log text, seq bigint, connection text,
      log_connection text, last_seen_ms numeric, reported_ms numeric, online boolean, reported jsonb, status text,
      cycle jsonb, warnings jsonb, alarms jsonb, notices jsonb, v jsonb)
    where s.appliance = u.appliance`.execute(db);
}

/** Writes those back whose picture was moved since they were last. */
export const saveMoved = (db: Db, units: readonly Unit[]): Promise<void> =>
  saveUnits(
    db,
    units.filter(({ areSectionsSaved }) => !areSectionsSaved),
  );

/** What to tell sockets that now may see an appliance: its whole state, section by section. Its commands they ask for. */
export const wholeState = (unit: Unit, at_ms: number): LiveFrame[] => {
  const isMeasured = (section: Section): boolean => section === 'reported' || section === 'status';
  const toldAt = (section: Section): number => (isMeasured(section) ? (unit.reportedAt_ms ?? at_ms) : at_ms);
  const parts = { reported: unit.picture.reported, commands: [] };
  return sections.map((section) => frameOf(unit, section, toldAt(section), parts));
};

/**
 * What was heard of units is never later than now: a clock that was ahead and came back would have them heard long after they fell
 * silent. They count from now on as heard now.
 */
export async function boundLastSeen(db: Db, now_ms: number): Promise<void> {
  const now = timestamp(now_ms);
  await db.updateTable('live_state').set({ last_seen_at: now }).where('last_seen_at', '>', now).execute();
}
