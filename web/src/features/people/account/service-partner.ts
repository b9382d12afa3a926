import type { ServicePartner } from '@brina/contract/calls/maker/service';

/** The service partner behind the address that a kitchen names (S6.9); undefined for an address no partner has. */
export const partnerAt = (partners: readonly ServicePartner[], address: string): ServicePartner | undefined => {
  const wanted = address.trim().toLowerCase();
  return partners.find(({ email }) => email.toLowerCase() === wanted);
};
