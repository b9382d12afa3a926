import {
  type FactoryApplianceDetail,
  getCertificates,
  getFactoryAppliance,
  issueCertificate,
  revokeCertificate,
} from '@brina/contract/calls/maker/factory-appliances';
import { Button } from '@mantine/core';
import { IconCertificate, IconCertificateOff, IconCircleCheck, IconClockX, IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { comesBefore } from '../../../../lib/comes-before.ts';
import { useErrorText, useFailureToast } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { factoryApplianceMessages } from '../factory-appliance.messages.ts';
import styles from './ApplianceFacts.module.css';
import own from './Certificates.module.css';
import type { OnceFile } from './HandedOverDialog.tsx';

const { Part: HandedOverDialog, fetch: fetchHandedOverDialog } = comesBefore(async () => {
  const { HandedOverDialog: Part, messages } = await import('./HandedOverDialog.tsx');
  return { Part, messages };
});

type Certificate = FactoryApplianceDetail['certificates'][number];

/** The certificates of a unit, and what can be done with them; each change says first what it costs (S6.3, S7.25). */
export function Certificates({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { t } = useMessages(factoryApplianceMessages);
  const tellFailure = useFailureToast();
  const heading = useId();
  const format = useFormat();
  const download = useCall(getCertificates);
  const issue = useCall(issueCertificate, { refresh: [getFactoryAppliance] });
  const revoke = useToldCall(revokeCertificate, { refresh: [getFactoryAppliance], done: t('revoked') });
  const { ask, dialog } = useConfirm(useErrorText());
  const [issued, setIssued] = useState<OnceFile | null>(null);
  const { serialNumber: serial, certificates, may } = appliance;
  const params = { serial };
  const inForce = certificates.some((certificate) => stateOf(certificate, now()) === 'inForce');

  const take = async () => {
    try {
      saveFile(await download.send({ params }));
    } catch (cause) {
      tellFailure(cause);
    }
  };
  const askIssue = () =>
    ask({
      title: t('issueTitle', { serial }),
      body: t('issueBody'),
      confirm: t('issue'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await fetchHandedOverDialog();
        const file = await issue.send({ params });
        saveFile(file);
        setIssued(file);
      },
    });
  const askRevoke = () =>
    ask({
      title: t('revokeTitle', { serial }),
      body: t('revokeBody'),
      confirm: t('revoke'),
      cancel: t('cancel'),
      tone: 'danger',
      run: () => revoke.send({ params }),
    });

  return (
    <Card as="section" labelledBy={heading}>
      <h2 className={styles.title} id={heading}>
        {t('certificates')}
      </h2>
      {certificates.length === 0 ? (
        <p className={styles.words}>{t('noCertificate')}</p>
      ) : (
        <DataTable
          label={t('certificates')}
          rows={certificates}
          rowKey={({ fingerprint }) => fingerprint}
          columns={[
            {
              key: 'serial',
              title: t('certificate'),
              cell: ({ serialNumber }) => <code className={own.code}>{serialNumber}</code>,
            },
            {
              key: 'fingerprint',
              title: t('fingerprint'),
              cell: ({ fingerprint }) => <code className={own.code}>{fingerprint}</code>,
            },
            {
              key: 'validity',
              title: t('validity'),
              cell: ({ notBefore, notAfter }) => `${format.date(notBefore)} – ${format.date(notAfter)}`,
            },
            { key: 'state', title: t('state'), cell: (certificate) => <CertificateState certificate={certificate} /> },
          ]}
        />
      )}
      <div className={styles.actions}>
        {inForce && may.issueCertificate && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => void take()}
          >
            {t('download')}
          </Button>
        )}
        {may.issueCertificate && (
          <Button variant="default" leftSection={<IconCertificate size={18} aria-hidden />} onClick={askIssue}>
            {t('issue')}
          </Button>
        )}
        {may.revoke && (
          <Button variant="default" leftSection={<IconCertificateOff size={18} aria-hidden />} onClick={askRevoke}>
            {t('revoke')}
          </Button>
        )}
      </div>
      {dialog}
      {issued && (
        <DialogSlot>
          <HandedOverDialog title={t('issued')} file={issued} onClose={() => setIssued(null)}>
            {t('issuedBody')}
          </HandedOverDialog>
        </DialogSlot>
      )}
    </Card>
  );
}

const stateOf = ({ revokedAt, notAfter }: Certificate, moment: number): 'revoked' | 'expired' | 'inForce' =>
  revokedAt !== null ? 'revoked' : notAfter <= moment ? 'expired' : 'inForce';

function CertificateState({ certificate }: { certificate: Certificate }) {
  const { t } = useMessages(factoryApplianceMessages);
  const format = useFormat();
  const state = stateOf(certificate, now());
  if (state === 'inForce') return <StateBadge tone="proof" icon={IconCircleCheck} label={t('inForce')} />;
  if (state === 'expired') return <StateBadge tone="hot" icon={IconClockX} label={t('expired')} />;
  return (
    <StateBadge
      tone="idle"
      icon={IconCertificateOff}
      label={t('revokedOn', { date: format.date(certificate.revokedAt) })}
    />
  );
}
