import {
  listMembers,
  listSharedAppliances,
  type Member,
  type SharedAppliance,
} from '@brina/contract/calls/people/sharing';
import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import { IconMailForward, IconPencil, IconTrash, IconUserCog, IconUserOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNameOfPlace } from '../../../lib/named-places.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { refresh } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './MemberScreen.module.css';
import { ApplianceChecklist } from './parts/ApplianceChecklist.tsx';
import { MemberState } from './parts/MemberState.tsx';
import { byKitchen, nameOf } from './sharing.data.ts';
import { sharingMessages } from './sharing.messages.ts';
import { useMemberActions } from './use-member-actions.tsx';
import { membersQuery, sharedAppliancesQuery, useSharing } from './use-sharing.ts';

// Hardly ever opened.
const CorrectDialog = comesLater(async () => {
  const { CorrectDialog: Part, messages } = await import('./parts/CorrectDialog.tsx');
  return { Part, messages };
});

/** Texts to have before the screen is shown. */
export const messages = [sharingMessages, listMessages, roleMessages, errorMessages];

/** One user of the company: role, state, and which appliances are shared (S2.29). */
export function MemberScreen() {
  const { email = '' } = useParams({ strict: false });
  const { t } = useMessages(sharingMessages);
  const failure = useFailure();
  const client = useQueryClient();
  const { data: members, error: membersError } = useQuery(membersQuery);
  const { data: appliances, error: appliancesError } = useQuery(sharedAppliancesQuery);
  const failed = membersError ?? appliancesError;
  const member = members?.find((one) => one.email === email);
  const loaded = members && appliances;
  useNameOfPlace('admin-user', member && nameOf(member));
  const back = <BackLink link={(looks) => <Link {...looks} to={pathOf('admin')} />}>{t('title')}</BackLink>;

  if (member && appliances) return <Member key={member.email} member={member} appliances={appliances} back={back} />;
  return (
    <Screen
      title={email}
      lead={back}
      state={loaded ? 'empty' : failed ? 'error' : 'loading'}
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      }
      error={
        <ErrorState {...failure(failed, () => refresh(client, listMembers, listSharedAppliances), t('loadFailed'))} />
      }
      empty={<EmptyState icon={IconUserOff} title={t('unknownTitle')} />}
    />
  );
}

function Member(props: { member: Member; appliances: readonly SharedAppliance[]; back: ReactNode }) {
  const { member, appliances, back } = props;
  const { t } = useMessages(sharingMessages);
  const { t: roleName } = useMessages(roleMessages);
  const format = useFormat();
  const navigate = useNavigate();
  const share = useSharing();
  const { dialog, ...actions } = useMemberActions(member, () => void navigate({ to: pathOf('admin') }));
  const hint = appliances.length === 0 ? 'noAppliance' : member.state === 'PENDING' ? 'pendingHint' : 'sharedHint';
  const [correcting, setCorrecting] = useState(false);

  return (
    <>
      <Screen
        title={nameOf(member)}
        lead={back}
        actions={!member.self && <Actions member={member} {...actions} onCorrect={() => setCorrecting(true)} />}
        notice={member.self && <Notice kind="info">{t('selfHint')}</Notice>}
      >
        <Card>
          <DefinitionList
            columns
            items={[
              {
                term: t('email'),
                detail: (
                  <span className={styles.email} data-wide>
                    {member.email}
                  </span>
                ),
              },
              { term: t('state'), detail: <MemberState member={member} /> },
              { term: t('invitedAt'), detail: format.date(member.invitedAt) },
              ...(member.acceptedAt === null
                ? []
                : [{ term: t('acceptedAt'), detail: format.date(member.acceptedAt) }]),
            ]}
          />
          <p className={styles.role}>
            <strong>{roleName(member.role)}</strong>
            <span>{t(`may.${member.role}`)}</span>
          </p>
        </Card>
        <section className={styles.shared} aria-labelledby="shared">
          <h2 className={styles.heading} id="shared">
            {t('shared')}
          </h2>
          <p className={styles.hint}>{t(hint)}</p>
          <ApplianceChecklist
            kitchens={byKitchen(appliances)}
            isChosen={({ sharedWith }) => sharedWith.includes(member.email)}
            onChoose={(some, shared) => share(member, some, shared)}
          />
        </section>
      </Screen>
      {dialog}
      {correcting && (
        <DialogSlot>
          <CorrectDialog member={member} onClose={() => setCorrecting(false)} />
        </DialogSlot>
      )}
    </>
  );
}

type ActionsProps = Omit<ReturnType<typeof useMemberActions>, 'dialog'> & { member: Member; onCorrect: () => void };

/** What can be done with a user, on its page. */
function Actions({ member, changeRole, sendAgain, remove, onCorrect }: ActionsProps) {
  const { t } = useMessages(sharingMessages);
  const actions = [
    ...(member.state === 'PENDING'
      ? [
          { text: t('correct'), Icon: IconPencil, act: onCorrect },
          { text: t('sendAgain'), Icon: IconMailForward, act: () => void sendAgain() },
        ]
      : []),
    { text: t('changeRole'), Icon: IconUserCog, act: changeRole },
    { text: t('remove'), Icon: IconTrash, act: remove },
  ];
  return actions.map(({ text, Icon, act }) => (
    <Button key={text} variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={act}>
      {text}
    </Button>
  ));
}
