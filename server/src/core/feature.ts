import type { Call } from '@brina/contract/wire/call';
import type { FastifyInstance } from 'fastify';
import type { Ahead } from './ahead.ts';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Handled } from './http/handle.ts';
import type { Step } from './ingest/steps.ts';
import type { KitchenSection } from './live/held-part.ts';
import type { Log } from './log.ts';
import type { Links } from './mail/links.ts';
import type { Post } from './mail/post.ts';
import type { Counted } from './metrics.ts';
import type { PersonRows, Persons } from './persons.ts';
import type { LedgerKeys } from './pki/ledger-keys.ts';
import type { Pki } from './pki/pki.ts';
import type { Witness } from './pki/witness.ts';
import type { Keeps } from './retention.ts';
import type { Round } from './worker.ts';

/** What the portal hands to its features. */
export type Parts = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  pki: Pki;
  links: Links;
  post: Post;
  /** Address of the portal, as people reach it. */
  address(): string;
  /** Where units connect to, `mqtts://host:port`. */
  mqttUrl: string;
  /** Heartbeat new units are told, ms. */
  heartbeat_ms: number;
  /** Seals the addresses of user pages (S2.30); 32 bytes, secret of this installation. */
  pageKey: Uint8Array;
  /** Seals secrets of second factors; 32 bytes, of a file outside the database. */
  factorKey: Uint8Array;
  /** They sign the books of records. */
  ledgerKeys: LedgerKeys;
  /** Who stamps their log each day, and who cosigns it; null: nobody. */
  tsaUrl: string | null;
  witness: Witness | null;
  /** Whether roles that need a second factor are refused without one. */
  demandsFactor: boolean;
  /** What all features say of persons. */
  persons: PersonRows;
};

/** Of sections of the live picture that are not everybody's, the call that who is told of them may make. */
export type Told = { readonly [S in KitchenSection]?: Call };

/** What a part of the portal takes part in. The portal knows a feature by this alone (docs/decisions/015-features-are-rows.md). */
export type Feature = {
  /** Handlers of calls of the contract. */
  calls?(parts: Parts): readonly Handled[];
  /** Pages outside the contract: what is read without the web app. */
  pages?(app: FastifyInstance, parts: Parts): void;
  /** What it does with new facts, in the transaction that stores them. */
  steps?(parts: Pick<Parts, 'db'>): readonly Step[];
  /** Work that waits in tables. */
  rounds?(parts: Parts): readonly Round[];
  /** How far moments in its tables lie ahead of now at most; every `due_at` is among them. */
  ahead?: Ahead;
  /** Numbers for `/metrics` that are counted when somebody asks. */
  gauges?(parts: Pick<Parts, 'db'>): readonly Counted[];
  /** Sections of live frames that only those are told to whom this call is open; one feature says so of each. */
  told?: Told;
  /** Its tables, and how long their rows are kept. */
  keeps?: Keeps;
  /** What its tables say of persons. */
  persons?: Persons;
};

/** Declares a feature. */
export const feature = (rows: Feature): Feature => rows;
