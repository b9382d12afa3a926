/** What the sharing screens derive from the company's users and appliances. */
import type { Member, SharedAppliance } from '@brina/contract/calls/people/sharing';

/** Appliances of one kitchen; `id` and `name` are null for those in none. */
export type SharedKitchen = { id: string | null; name: string | null; appliances: SharedAppliance[] };

/** The appliances by kitchen, in the server's order; those without a kitchen come last. */
export function byKitchen(appliances: readonly SharedAppliance[]): SharedKitchen[] {
  const kitchens = new Map<string | null, SharedKitchen>();
  for (const appliance of appliances) {
    const id = appliance.lab?.id ?? null;
    const kitchen = kitchens.get(id) ?? { id, name: appliance.lab?.name ?? null, appliances: [] };
    kitchens.set(id, kitchen);
    kitchen.appliances.push(appliance);
  }
  return [...kitchens.values()].sort((one, other) => Number(one.id === null) - Number(other.id === null));
}

/** How a user is spoken of: by name, or by its address where it has none. */
export const nameOf = ({ firstName, lastName, email }: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

/** One appliance shared with one user, or no longer. */
export type SharingChange = { email: string; serialNumber: string; shared: boolean };

/** The list with a value in it, or without. */
const toggled = (list: readonly string[], value: string, present: boolean): string[] => {
  const others = list.filter((one) => one !== value);
  return present ? [...others, value] : others;
};

/** The appliances as they are after a change. */
export const appliancesAfter = (appliances: readonly SharedAppliance[], change: SharingChange): SharedAppliance[] =>
  appliances.map((appliance) =>
    appliance.serialNumber === change.serialNumber
      ? { ...appliance, sharedWith: toggled(appliance.sharedWith, change.email, change.shared) }
      : appliance,
  );

/** The users as they are after a change. */
export const membersAfter = (members: readonly Member[], change: SharingChange): Member[] =>
  members.map((member) =>
    member.email === change.email
      ? { ...member, appliances: toggled(member.appliances, change.serialNumber, change.shared) }
      : member,
  );
