import { feature } from '#core/feature.ts';
import { panelHandlers } from './panel.calls.ts';
import { notePanels } from './panel.ingest.ts';
import { tellTrays } from './trays.ingest.ts';

/** What units keep and ask at their panels: favourites, timers of trays, starts that wait for somebody. */
export const panel = feature({
  calls: () => panelHandlers,
  steps: () => [
    { name: 'panels', run: notePanels },
    { name: 'trays', after: ['panels', 'lost ends', 'cycle'], run: tellTrays },
  ],
  keeps: { unit_panel: { until: 'its appliance is no more' } },
  persons: {
    unit_panel: [
      {
        columns: ['told'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what the unit goes on showing at its panel' },
        // The next holder sees nothing of it; the unit empties its places when it learns of the change (docs/DEVICE-PROTOCOL.md).
        release: { by: 'appliance', rows: 'go' },
        claim: { by: 'appliance', rows: 'go' },
      },
    ],
  },
});
