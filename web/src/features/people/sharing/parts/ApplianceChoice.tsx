import type { SharedAppliance } from '@brina/contract/calls/people/sharing';
import { displayModel } from '@brina/domain/appliance/families/families';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { MultiChoice } from '../../../../ui/MultiChoice.tsx';
import { byKitchen } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';

/** What stands for a whole kitchen among the serial numbers; none of those has a blank. */
const wholeOf = (kitchen: string | null): string => `kitchen ${kitchen ?? ''}`;

/** Chooses appliances of the company by their names, one by one or a kitchen as a whole. The value is serial numbers. */
export function ApplianceChoice(props: {
  appliances: readonly SharedAppliance[];
  value: readonly string[];
  error?: ReactNode;
  onChange: (value: string[]) => void;
}) {
  const { appliances, value, error, onChange } = props;
  const { t } = useMessages(sharingMessages);
  const kitchens = byKitchen(appliances).map(({ id, name, appliances: own }) => ({
    whole: wholeOf(id),
    name: name ?? t('noKitchen'),
    own,
    serials: own.map(({ serialNumber }) => serialNumber),
  }));
  const choose = (chosen: readonly string[]) => {
    const kitchen = kitchens.find(({ whole }) => chosen.includes(whole));
    if (!kitchen) return onChange([...chosen]);
    // Choosing a kitchen that is chosen as a whole takes it away; one that is chosen in part is completed.
    const others = value.filter((serial) => !kitchen.serials.includes(serial));
    const isWhole = kitchen.serials.every((serial) => value.includes(serial));
    return onChange(isWhole ? others : [...others, ...kitchen.serials]);
  };
  return (
    <MultiChoice
      label={t('appliancesToShare')}
      placeholder={t('chooseAppliances')}
      nothingFound={t('noApplianceFound')}
      removeLabel={(name) => t('takeAway', { name })}
      error={error}
      data={kitchens.flatMap(({ whole, name, own }) => [
        ...(own.length > 1 ? [{ value: whole, label: t('allOf', { kitchen: name }), group: name }] : []),
        ...own.map((appliance) => ({
          value: appliance.serialNumber,
          label: appliance.name,
          hint: `${displayModel(appliance.model)} · ${appliance.serialNumber}`,
          group: name,
        })),
      ])}
      value={value}
      onChange={choose}
    />
  );
}
