import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { handle } from '#core/http/handle.ts';
import { filteredRecords, monthOf } from './book.queries.ts';

const filter = handle(filterRecords, ({ db, caller, body }) => filteredRecords(db, caller, body));

const month = handle(getBookMonth, ({ db, caller, clock, query }) => monthOf(db, caller, query, clock.now()));

export const bookHandlers = [filter, month];
