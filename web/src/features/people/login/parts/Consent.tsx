import { type LegalDocument, legalPath } from '@brina/domain/people/legal';
import { Checkbox, type CheckboxProps } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { consentMessages } from '../consents.messages.ts';
import styles from '../LoginScreen.module.css';
import { DocumentLink } from './DocumentLink.tsx';

const labels = { terms: 'acceptTerms', privacy: 'acceptPrivacy', marketing: 'acceptMarketing' } as const;

/** A box to tick, beside the document it is about (S5.2). Takes what `getInputProps` of a form gives. */
export function Consent({ document, error, ...box }: { document: LegalDocument } & CheckboxProps) {
  const { t, locale } = useMessages(consentMessages);
  return (
    <div className={styles.consent}>
      <Checkbox label={t(labels[document])} {...box} error={error ? t('mustAccept') : undefined} />
      <DocumentLink className={styles.link} path={legalPath(document, locale)} title={t(document)} />
    </div>
  );
}
