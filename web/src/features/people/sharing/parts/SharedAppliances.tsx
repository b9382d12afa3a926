import type { Member, SharedAppliance } from '@brina/contract/calls/people/sharing';
import { pathOf } from '@brina/contract/screens';
import { displayModel } from '@brina/domain/appliance/families/families';
import { Button } from '@mantine/core';
import { IconFridge, IconShare2, IconTool, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { byKitchen, nameOf, type SharedKitchen } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';
import styles from './SharedAppliances.module.css';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** The company's appliances by kitchen, each with whom it is shared and which service partners see it (S2.29, S6.9). */
export function SharedAppliances(props: {
  appliances: readonly SharedAppliance[];
  members: readonly Member[];
  onInvite: () => void;
}) {
  const { appliances, members, onInvite } = props;
  const { t } = useMessages(sharingMessages);
  const [sharing, setSharing] = useState<string | null>(null);
  const shown = appliances.find(({ serialNumber }) => serialNumber === sharing);

  if (appliances.length === 0) {
    return (
      <EmptyState
        icon={IconFridge}
        title={t('noAppliance')}
        action={
          <Button component={Link} to={pathOf('dashboard')}>
            {t('toDashboard')}
          </Button>
        }
      >
        <p>{t('noApplianceHint')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.kitchens}>
        {byKitchen(appliances).map((kitchen) => (
          <Kitchen
            key={kitchen.id ?? ''}
            kitchen={kitchen}
            members={members}
            onShare={members.length === 0 ? onInvite : setSharing}
          />
        ))}
      </div>
      {shown && (
        <DialogSlot>
          <ShareDialog appliance={shown} members={members} onClose={() => setSharing(null)} />
        </DialogSlot>
      )}
    </>
  );
}

function Kitchen(props: {
  kitchen: SharedKitchen;
  members: readonly Member[];
  onShare: (serialNumber: string) => void;
}) {
  const { kitchen, members, onShare } = props;
  const { t } = useMessages(sharingMessages);
  const id = `kitchen-${kitchen.id ?? 'none'}`;
  return (
    <Card as="section" labelledBy={id} flush>
      <h2 className={styles.kitchen} id={id}>
        {kitchen.name ?? t('noKitchen')}
      </h2>
      <ul className={styles.appliances}>
        {kitchen.appliances.map(({ serialNumber, name, model, sharedWith, services }) => (
          <li key={serialNumber} className={styles.appliance}>
            <div className={styles.words}>
              <h3 className={styles.name}>{name}</h3>
              <span className={styles.model}>{`${displayModel(model)} · ${serialNumber}`}</span>
            </div>
            {sharedWith.length + services.length === 0 ? (
              <span className={styles.nobody}>{t('nobody')}</span>
            ) : (
              <ul className={styles.people} aria-label={t('sharedWithLabel')}>
                {sharedWith.map((email) => (
                  <li key={email}>
                    <Link className={styles.person} to={pathOf('admin-user', { email })}>
                      <IconUser size={16} aria-hidden />
                      {nameOf(
                        members.find((member) => member.email === email) ?? { firstName: '', lastName: '', email },
                      )}
                    </Link>
                  </li>
                ))}
                {services.map(({ company, email, by }) => (
                  <li key={`${by} ${email}`} className={styles.service}>
                    <IconTool size={16} aria-hidden />
                    <span>
                      {company}
                      <small>{t(`by.${by}`)}</small>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <Button
              variant="default"
              leftSection={<IconShare2 size={18} aria-hidden />}
              aria-label={t('shareTitle', { appliance: name })}
              onClick={() => onShare(serialNumber)}
            >
              {t('share')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
