import { getAction } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { listProbeChecks } from '@brina/contract/calls/record/checks';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { listManual } from '@brina/contract/calls/record/manual';
import { listMissing } from '@brina/contract/calls/record/missing';

/** Calls whose replies tell of actions, or of how many are open: they are asked anew when one was saved. */
export const tellOfActions = [
  getBatch,
  getHoldDay,
  getAction,
  filterRecords,
  getBookMonth,
  listMissing,
  listManual,
  listProbeChecks,
];
