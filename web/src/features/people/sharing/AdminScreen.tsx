import { listMembers, listSharedAppliances } from '@brina/contract/calls/people/sharing';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { refresh } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { MemberTable } from './parts/MemberTable.tsx';
import { SharedAppliances } from './parts/SharedAppliances.tsx';
import { sharingMessages } from './sharing.messages.ts';
import { membersQuery, sharedAppliancesQuery } from './use-sharing.ts';

// The form comes when it is opened, not with the screen.
const InviteDialog = comesLater(async () => {
  const { InviteDialog: Part, messages } = await import('./parts/InviteDialog.tsx');
  return { Part, messages };
});

/** Texts to have before the screen is shown. */
export const messages = [sharingMessages, listMessages, roleMessages, errorMessages];

/** The company's users and what is shared with them, from both sides (S2.29). */
export function AdminScreen() {
  const { t } = useMessages(sharingMessages);
  const failure = useFailure();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { tab } = useSearchTexts();
  const [inviting, setInviting] = useState(false);
  const { data: members, error: membersError } = useQuery(membersQuery);
  const { data: appliances, error: appliancesError } = useQuery(sharedAppliancesQuery);
  const failed = membersError ?? appliancesError;
  const loaded = members && appliances;
  const invite = () => setInviting(true);

  return (
    <>
      <Screen
        title={t('title')}
        state={loaded ? 'ready' : failed ? 'error' : 'loading'}
        actions={
          // Where nobody is yet, the list itself offers it.
          loaded &&
          members.length > 0 && (
            <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={invite}>
              {t('invite')}
            </Button>
          )
        }
        loading={
          <div role="status" aria-label={t('loading')}>
            <Skeleton height={320} />
          </div>
        }
        error={
          <ErrorState {...failure(failed, () => refresh(client, listMembers, listSharedAppliances), t('loadFailed'))} />
        }
      >
        {loaded && (
          <Tabs
            label={t('title')}
            tabs={[
              { value: 'users', label: t('users'), hint: members.length },
              { value: 'appliances', label: t('appliances'), hint: appliances.length },
            ]}
            value={tab === 'appliances' ? 'appliances' : 'users'}
            onChange={(value) =>
              void navigate({ to: '.', search: value === 'users' ? {} : { tab: value }, replace: true })
            }
          >
            {tab === 'appliances' ? (
              <SharedAppliances appliances={appliances} members={members} onInvite={invite} />
            ) : (
              <MemberTable members={members} total={appliances.length} onInvite={invite} />
            )}
          </Tabs>
        )}
      </Screen>
      {inviting && (
        <DialogSlot>
          <InviteDialog appliances={appliances ?? []} onClose={() => setInviting(false)} />
        </DialogSlot>
      )}
    </>
  );
}
