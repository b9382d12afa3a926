import { filterServed, listServicePartners } from '@brina/contract/calls/maker/service';
import { type Handled, handle } from '#core/http/handle.ts';
import { filteredServed, servicePartners } from './service.queries.ts';

/** Appliances that service partners serve, and the partners a kitchen can name (S2.31, S6.9). */
export const serviceHandlers: readonly Handled[] = [
  handle(filterServed, ({ db, caller, body }) => filteredServed(db, caller, body)),
  handle(listServicePartners, ({ db }) => servicePartners(db)),
];
