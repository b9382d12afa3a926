import {
  listMembers,
  listSharedAppliances,
  type Member,
  type SharedAppliance,
  shareAppliance,
  unshareAppliance,
} from '@brina/contract/calls/people/sharing';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, refresh } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { send } from '../../../lib/transport.ts';
import { appliancesAfter, membersAfter, nameOf, type SharingChange } from './sharing.data.ts';
import { sharingMessages } from './sharing.messages.ts';

/** The company's users. */
export const membersQuery = callQuery(listMembers, {});
/** The company's appliances with whom each is shared. */
export const sharedAppliancesQuery = callQuery(listSharedAppliances, { query: {} });

const mutationKey = ['sharing'];

/**
 * Shares appliances with a user, or ends that, and shows it at once (S2.29, S6.2). What the portal refuses is taken back on the
 * screen and said; what it has done stays.
 */
export function useSharing(): (member: Member, appliances: readonly SharedAppliance[], shared: boolean) => void {
  const { t } = useMessages(sharingMessages);
  const client = useQueryClient();
  const errorText = useErrorText();

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (asked: { member: Member; appliances: readonly SharedAppliance[]; shared: boolean }) => {
      const { member, appliances, shared } = asked;
      const changes = appliances.map(({ serialNumber }) => ({ email: member.email, serialNumber, shared }));
      await Promise.all(
        [membersQuery, sharedAppliancesQuery].map(({ queryKey }) => client.cancelQueries({ queryKey })),
      );
      for (const change of changes) show(client, change);
      // One after the other: a whole kitchen must not look like an attack to the portal.
      for (const [done, change] of changes.entries()) {
        try {
          await store(change);
        } catch (cause) {
          for (const undone of changes.slice(done)) show(client, { ...undone, shared: !shared });
          throw cause;
        }
      }
      return asked;
    },
    onSuccess: ({ member, appliances, shared }) => {
      const name = nameOf(member);
      const [only] = appliances;
      const n = appliances.length;
      const text =
        only && n === 1
          ? t(shared ? 'nowShared' : 'noLongerShared', { appliance: only.name, name })
          : t(shared ? 'manyShared' : 'manyNoLongerShared', { n, name });
      showToast({ kind: 'success', text });
    },
    onError: (cause) => showToast({ kind: 'warning', text: t('sharingFailed', { why: errorText(cause) }) }),
    onSettled: async () => {
      // An answer fetched between two changes would take the second back for a moment.
      if (client.isMutating({ mutationKey }) === 1) await refresh(client, listMembers, listSharedAppliances);
    },
  });
  return (member, appliances, shared) => mutate({ member, appliances, shared });
}

const store = ({ email, serialNumber, shared }: SharingChange): Promise<unknown> =>
  shared
    ? send(shareAppliance, { body: { email, serialNumber } })
    : send(unshareAppliance, { query: { email, serialNumber } });

/** Shows a change in both lists. */
function show(client: QueryClient, change: SharingChange): void {
  client.setQueryData(sharedAppliancesQuery.queryKey, (known) => known && appliancesAfter(known, change));
  client.setQueryData(membersQuery.queryKey, (known) => known && membersAfter(known, change));
}
