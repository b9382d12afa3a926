import type { ScreenName } from '@brina/contract/screens';
import { isNotThere, useAppliance } from '../../lib/appliances.ts';
import { useNameOfPlace } from '../../lib/named-places.ts';
import { breadcrumbOf, screens } from '../screens.ts';
import { useShownScreen } from '../shown-screen.ts';

/** Gives the place of an appliance its name in breadcrumb and title, whichever of its screens is shown. */
export function AppliancePlace() {
  const shown = useShownScreen();
  const serialNumber = shown?.params.serialNumber;
  const place = shown && breadcrumbOf(shown.name).find((name) => screens[name].namedBy === 'appliance');
  return place && serialNumber !== undefined && <Named place={place} serialNumber={serialNumber} />;
}

function Named({ place, serialNumber }: { place: ScreenName; serialNumber: string }) {
  const { data, error } = useAppliance(serialNumber);
  useNameOfPlace(place, isNotThere(error) ? undefined : data?.name);
  return null;
}
