import { feature } from '#core/feature.ts';
import { applianceHandlers } from './appliances.calls.ts';
import { boundTenures } from './tenures.jobs.ts';

/** Appliances, who holds them, and what lets them in. */
export const appliances = feature({
  calls: applianceHandlers,
  rounds: (parts) => [{ name: 'tenures', every_ms: 5000, run: () => boundTenures(parts) }],
  keeps: {
    appliance: { always: 'a unit lives longer than any owner' },
    tenure: { always: 'says whose a record is' },
    activation: { always: 'a code that was used opens nothing again; one row a change of owner' },
    certificate: { always: 'one that was revoked lets nobody in again' },
  },
  persons: {
    appliance: [
      {
        columns: ['name', 'laboratory_id', 'anomaly_hidden_at'],
        copy: { not: 'the company’s' },
        erase: { stay: 'the company’s' },
        release: { by: 'id', rows: { become: { name: '', laboratory_id: null, anomaly_hidden_at: null } } },
      },
      {
        columns: ['serial', 'brand', 'domain', 'gamma', 'model', 'package'],
        nobody: 'the unit’s own, whoever holds it',
      },
    ],
    activation: { nobody: 'whoever has the code may use it' },
    certificate: { nobody: 'the unit’s own, whoever holds it' },
  },
});
