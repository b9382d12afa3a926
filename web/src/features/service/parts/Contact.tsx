import type { ServedAppliance } from '@brina/contract/service';
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useCountryNames } from '../../../lib/country-names.ts';
import { useMessages } from '../../../lib/messages.ts';
import { serviceMessages } from '../service.messages.ts';
import styles from './Contact.module.css';

/** Where maps are looked up: opened only when the address is pressed. */
const mapOf = (address: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

/** The kitchen's address, which opens a map. */
export function KitchenAddress({ laboratory }: Pick<ServedAppliance, 'laboratory'>) {
  const { t } = useMessages(serviceMessages);
  const countries = useCountryNames();
  if (!laboratory) return <span className={styles.quiet}>{t('noKitchen')}</span>;
  const { name, address, postalCode, city, country } = laboratory;
  const town = [postalCode, city].filter((one) => one !== '').join(' ');
  const lines = [address, town, countries.nameOf(country)].filter((one) => one !== '');
  return (
    <span className={styles.contact}>
      <span>{name}</span>
      {lines.length > 0 && (
        <a className={styles.link} href={mapOf(lines.join(', '))} target="_blank" rel="noreferrer">
          <IconMapPin size={18} aria-hidden />
          <span>{lines.join(', ')}</span>
        </a>
      )}
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
