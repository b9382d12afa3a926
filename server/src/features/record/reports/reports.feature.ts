import { feature } from '#core/feature.ts';
import { reportHandlers } from './reports.calls.ts';

/** Records as files to keep and to hand over. */
export const reports = feature({ calls: reportHandlers });
