import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/query.ts';
import { useUser } from '../../../lib/use-user.ts';

/** In which country an appliance stands, by its kitchen, else by who asks; empty: nobody has said. @param mayRun it is one of the reader’s company */
export function useCountryOf(unit: Appliance | undefined, mayRun: boolean): string {
  const user = useUser();
  const laboratoryId = unit?.lab?.id;
  const laboratories = useQuery({
    ...callQuery(listLaboratories, {}),
    enabled: laboratoryId !== undefined && mayRun,
  }).data;
  return laboratories?.find(({ id }) => id === laboratoryId)?.country || user?.country || '';
}
