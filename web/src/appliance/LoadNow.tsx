import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { callQuery } from '../lib/query.ts';
import { coreOf, isWorking } from './appliance-state.ts';
import { controlMessages } from './controls.messages.ts';

/** The food that is in an appliance, as far as it is known, and how warm its core is: for questions whose answer may spoil it. */
export function LoadNow({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(controlMessages);
  const format = useFormat();
  const { cycle } = appliance;
  const at = cycle?.startedAt ?? 0;
  const { data } = useQuery({
    ...callQuery(listCycles, { params: { id: appliance.serialNumber }, query: { from: at, to: at + 1 } }),
    enabled: appliance.may.readCycles && cycle !== null,
  });
  if (!isWorking(appliance)) return null;
  const product = data?.find(({ startedAt }) => startedAt === at)?.product ?? null;
  const core = coreOf(appliance);
  if (product === null && core === null) return null;
  const text =
    core === null
      ? t('load', { product: product ?? '' })
      : t(product === null ? 'coreNow' : 'loadCore', { product: product ?? '', core: format.temperature(core) });
  return (
    <p>
      <strong>{text}</strong>
    </p>
  );
}
