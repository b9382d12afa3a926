import { listServicePartners, type ServicePartner } from '@brina/contract/calls/maker/service';
import { searchable } from '@brina/domain/language/searchable';
import { Autocomplete, Button, type OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { laboratoriesMessages } from '../laboratories.messages.ts';
import { partnerAt } from '../service-partner.ts';
import styles from './AssistanceCenterField.module.css';

/**
 * The service partner of a kitchen (S3.7): chosen by company, place or address, or typed as an e-mail address. Whom it names sees what
 * stands in the kitchen, so the field says what that is (S6.9).
 * @param value the e-mail address
 */
export function AssistanceCenterField(props: { value: string; error: ReactNode; onChange: (value: string) => void }) {
  const { value, error, onChange } = props;
  const { t } = useMessages(laboratoriesMessages);
  const { data: partners = [] } = useQuery(callQuery(listServicePartners, {}));
  const partner = partnerAt(partners, value);
  return (
    <div className={styles.field}>
      <Autocomplete
        label={t('assistanceCenter')}
        description={t('assistanceCenterHint')}
        type="email"
        autoComplete="off"
        maxLength={120}
        size="md"
        maxDropdownHeight={260}
        data={[...new Set(partners.map(({ email }) => email))]}
        filter={byWords(partners)}
        renderOption={({ option }) => <Partner partner={partnerAt(partners, String(option.value))} />}
        value={value}
        onChange={onChange}
        error={error}
      />
      {value.trim() !== '' && (
        <Notice
          kind="info"
          action={
            <Button variant="subtle" onClick={() => onChange('')}>
              {t('partnerRemove')}
            </Button>
          }
        >
          {partner && <strong className={styles.company}>{placeOf(partner)}</strong>}
          {t('partnerSees')}
        </Notice>
      )}
    </div>
  );
}

function Partner({ partner }: { partner: ServicePartner | undefined }) {
  return (
    partner && (
      <span className={styles.option}>
        <strong>{placeOf(partner)}</strong>
        <span>{partner.email}</span>
      </span>
    )
  );
}

const placeOf = ({ company, city }: ServicePartner): string => [company, city].filter(Boolean).join(', ');

/** Partners whose company, city or address holds what was typed. */
const byWords =
  (partners: readonly ServicePartner[]): OptionsFilter =>
  ({ options, search }) => {
    const wanted = searchable(search.trim());
    return options.filter((option) => {
      const partner = 'value' in option ? partnerAt(partners, option.value) : undefined;
      return partner && searchable(`${partner.company} ${partner.city} ${partner.email}`).includes(wanted);
    });
  };
