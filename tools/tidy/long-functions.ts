import { type FunctionSize, functionsOver, ownCode } from './sizes.ts';
import type { Finding, SourceFile } from './source-tree.ts';

const lines_max = 70;

/** A function that is longer, with its lines. */
export type LongRow = readonly [path: string, name: string, lines: number];

/** Functions that were longer when this rule came; a row may only go, or get the smaller number that its function has. */
const known: readonly LongRow[] = [
  ['server/src/core/bus/bus-contract.ts', 'busContract', 308],
  ['server/src/core/bus/bus-contract.ts', 'describe(…)', 216],
  ['web/src/features/maker/news/parts/NewsForm.tsx', 'NewsForm', 163],
  ['web/src/features/kitchen/proofing/parts/ProofingDialog.tsx', 'ProofingDialog', 130],
  ['web/src/features/maker/factory/parts/CreateApplianceDialog.tsx', 'CreateApplianceDialog', 123],
  ['web/src/features/kitchen/cycles/CycleDefinitionScreen.tsx', 'Definition', 103],
  ['web/src/features/maker/factory/parts/BatchRun.tsx', 'BatchRun', 129],
  ['web/src/features/people/account/UserInfoScreen.tsx', 'ProfileForm', 122],
  ['web/src/features/people/account/LaboratoryDialog.tsx', 'LaboratoryDialog', 105],
  ['web/src/features/people/login/parts/SignUpForm.tsx', 'Form', 90],
  ['web/src/features/kitchen/cycles/parts/CycleFields.tsx', 'CycleFields', 107],
  ['web/src/features/maker/factory/parts/AuditLog.tsx', 'AuditLog', 98],
  ['web/src/features/maker/factory/parts/Certificates.tsx', 'Certificates', 110],
  ['server/src/identity/provider.ts', 'makeProvider', 89],
  ['web/src/features/maker/factory/FactoryUserScreen.tsx', 'FactoryUserScreen', 108],
  ['server/src/features/people/sharing/sharing.calls.ts', 'sharingHandlers', 100],
  ['web/src/features/kitchen/controls/parts/ModeDialog.tsx', 'ModeDialog', 104],
  ['web/src/features/kitchen/dashboard/DashboardScreen.tsx', 'Overview', 88],
  ['server/src/core/live/live-node.ts', 'openLiveNode', 86],
  ['web/src/features/people/login/SignInForm.tsx', 'SignInForm', 89],
  ['web/src/features/people/sharing/parts/InviteDialog.tsx', 'InviteDialog', 73],
  ['web/src/features/kitchen/cycles/parts/StartCycleDialog.tsx', 'StartCycleDialog', 92],
  ['server/src/core/bus/memory-bus.ts', 'memoryBus', 90],
  ['server/src/features/kitchen/appliances/appliances.calls.ts', 'applianceHandlers', 81],
  ['web/src/features/people/login/parts/ConfirmForm.tsx', 'ConfirmForm', 92],
  ['web/src/ui/TimeSeriesChart.tsx', 'TimeSeriesChart', 72],
  ['web/src/features/kitchen/cycles/CycleActions.tsx', 'CycleActions', 72],
  ['web/src/features/maker/factory/parts/ServicePartners.tsx', 'ServicePartners', 87],
  ['web/src/features/kitchen/charts/CurveCard.tsx', 'CurveChart', 85],
  ['web/src/features/kitchen/controls/parts/SetPointDialog.tsx', 'SetPointDialog', 84],
  ['server/src/core/edge/edge.ts', 'openEdge', 81],
  ['server/src/core/edge/tls-listener.ts', 'openTlsListener', 81],
  ['web/src/features/kitchen/dashboard/Wall.tsx', 'Wall', 80],
  ['web/src/features/people/company/CompanyFields.tsx', 'CompanyFields', 80],
  ['web/src/ui/TimePlot.tsx', 'TimePlot', 82],
  ['web/src/features/kitchen/charts/parts/AxisChart.tsx', 'AxisChart', 73],
  ['web/src/ui/DataTable.tsx', 'DataTable', 79],
  ['web/src/features/kitchen/charts/ChartExplorer.tsx', 'ChartExplorer', 74],
  ['web/src/features/maker/factory/parts/ApplianceFacts.tsx', 'OwnerCard', 71],
];

/** A function longer than seventy lines does several things; the known ones only become fewer and shorter. */
export const longFunctions = (files: SourceFile[]): Finding[] => longAgainst(known, files);

/** What has grown, and rows that nothing needs any more. A row of a file that is not there says nothing. */
export function longAgainst(rows: readonly LongRow[], files: SourceFile[]): Finding[] {
  const own = ownCode(files);
  const long = own.flatMap((file) => functionsOver(lines_max, file));
  const grown = long.flatMap(({ path, line, name, lines }): Finding[] => {
    const row = rowOf(rows, path, name);
    if (row && lines <= row[2]) return [];
    const limit = row ? `${row[2]}, which may only become fewer` : lines_max;
    return [{ path, line, message: `${name} has ${lines} lines, more than ${limit}: split it by what it does` }];
  });
  return [...grown, ...rows.flatMap((row) => staleRow(row, own, long))];
}

/** A row that allows more than its function has, which could grow again unseen, or whose function is short by now, or gone. */
function staleRow(
  [path, name, allowed]: LongRow,
  files: readonly SourceFile[],
  long: readonly FunctionSize[],
): Finding[] {
  if (!files.some((file) => file.path === path)) return [];
  const found = long.filter((one) => one.path === path && one.name === name);
  const lines = Math.max(0, ...found.map((one) => one.lines));
  if (lines >= allowed) return [];
  const said =
    found.length === 0 ? `at most ${lines_max} lines by now: remove its row` : `${lines} lines, fewer than its row`;
  return [{ path, line: found[0]?.line ?? 1, message: `${name} has ${said} in tools/tidy/long-functions.ts` }];
}

const rowOf = (rows: readonly LongRow[], path: string, name: string): LongRow | undefined =>
  rows.find((row) => row[0] === path && row[1] === name);
