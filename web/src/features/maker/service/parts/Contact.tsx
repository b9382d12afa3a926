import type { ServedAppliance } from '@brina/contract/calls/maker/service';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconMail, IconPhone } from '@tabler/icons-react';
import { useCountryNames } from '../../../../lib/country-names.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { serviceMessages } from '../service.messages.ts';
import styles from './Contact.module.css';

/** The kitchen's address: pressed, it is copied for the map the reader uses; the portal sends it to no map provider. */
export function KitchenAddress({ laboratory }: Pick<ServedAppliance, 'laboratory'>) {
  const { t } = useMessages(serviceMessages);
  const countries = useCountryNames();
  const clipboard = useClipboard();
  if (!laboratory) return <span className={styles.quiet}>{t('noKitchen')}</span>;
  const { name, address, postalCode, city, country } = laboratory;
  const town = [postalCode, city].filter((one) => one !== '').join(' ');
  const line = [address, town, countries.nameOf(country)].filter((one) => one !== '').join(', ');
  return (
    <span className={styles.contact}>
      <span>{name}</span>
      {line !== '' && (
        <button
          type="button"
          className={styles.link}
          aria-label={`${line}: ${t('copyAddress')}`}
          title={t('copyAddress')}
          onClick={() => clipboard.copy(line)}
        >
          {clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          <span>{line}</span>
        </button>
      )}
      <small role="status">{clipboard.copied && t('copied')}</small>
    </span>
  );
}

/** The customer, with phone and e-mail to press. */
export function CustomerContact({ customer }: Pick<ServedAppliance, 'customer'>) {
  const { company, contact, phone, email } = customer;
  return (
    <span className={styles.contact}>
      <span>{company}</span>
      {contact !== '' && <small>{contact}</small>}
      {phone !== '' && (
        <a className={styles.link} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
          <IconPhone size={18} aria-hidden />
          <span>{phone}</span>
        </a>
      )}
      {email !== '' && (
        <a className={styles.link} href={`mailto:${email}`}>
          <IconMail size={18} aria-hidden />
          <span>{email}</span>
        </a>
      )}
    </span>
  );
}
