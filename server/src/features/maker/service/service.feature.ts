import { feature } from '#core/feature.ts';
import { serviceHandlers } from './service.calls.ts';

/** Appliances as the partners see them who serve them. */
export const service = feature({ calls: () => serviceHandlers });
