type Facts = {
  /** Files and folders of which its figures speak: when one of them changes, they are old. */
  speaksOf: readonly string[];
  /** What has to be installed for it (`tools/debian-packages.ts`). */
  needs: readonly ('mosquitto' | 'rabbitmq' | 'chromium' | 'postgres')[];
  /** It takes long: only by name. */
  onlyByName?: true;
};

const core = (...names: string[]): string[] => names.map((name) => `server/src/core/${name}`);
/** What a sample goes through until it is committed. */
const intake = [
  ...core('bus', 'edge', 'ingest', 'picture', 'db'),
  'server/src/features/record/telemetry',
  'server/src/features/record/alarms',
  'domain/src/alarms',
  'contract/src/devices.ts',
];
const calls = [...core('http', 'access', 'db'), 'server/src/identity', 'contract/src/wire'];
const charts = [...calls, 'server/src/features/record/telemetry'];

/** The parts of the bench, in the order in which they run and are written. */
export const parts = {
  ingest: { speaksOf: intake, needs: ['mosquitto'] },
  insert: { speaksOf: intake, needs: [] },
  latency: { speaksOf: [...intake, ...core('live')], needs: [] },
  message: { speaksOf: intake, needs: [] },
  backlog: { speaksOf: [...intake, ...core('live')], needs: [] },
  live: { speaksOf: [...intake, ...core('live')], needs: ['rabbitmq'] },
  api: {
    speaksOf: [...calls, 'server/src/features/people/account', 'server/src/features/kitchen/laboratories'],
    needs: [],
  },
  chart: { speaksOf: charts, needs: [] },
  records: {
    speaksOf: [
      ...calls,
      'server/src/features/record',
      'server/src/core/sheet-pdf.ts',
      'contract/src/words',
      'domain/src/paper',
      'domain/src/charts',
    ],
    needs: [],
  },
  ledger: {
    speaksOf: ['server/src/features/record/ledger', 'server/src/features/record/verify', ...core('db')],
    needs: ['postgres'],
  },
  siege: { speaksOf: [...charts, ...core('live', 'edge')], needs: [] },
  'first-load': { speaksOf: ['web', 'server/src/compose', 'contract/src/calls'], needs: ['chromium'] },
  library: {
    speaksOf: [
      'web/src/features/kitchen/library',
      'web/src/appliance',
      'web/src/lib',
      'web/src/ui',
      'server/src/features/kitchen/recipes',
      'domain/src/recipes',
    ],
    needs: ['chromium'],
  },
  start: {
    speaksOf: ['tools/bootstrap.mjs', 'web', 'server/src/compose', 'server/src/features/maker/demo', ...core('db')],
    needs: [],
  },
  big: { speaksOf: charts, needs: ['postgres'], onlyByName: true },
  fleet: { speaksOf: intake, needs: [], onlyByName: true },
  growth: { speaksOf: intake, needs: [], onlyByName: true },
} as const satisfies Record<string, Facts>;

export type PartName = keyof typeof parts;
/** Their names, in order. */
export const partNames = Object.keys(parts) as PartName[];
/** What is known of a part before it runs. */
export const factsOf = (name: PartName): Facts => parts[name];
