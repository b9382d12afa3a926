import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { FavouriteSlot, Favourites } from '@brina/contract/calls/kitchen/favourites';
import type { Asked, Change, PlaceActs } from '../use-favourites.ts';

/** A place, and what can be done with it. */
export type SlotProps = {
  place: FavouriteSlot;
  appliance: Appliance;
  may: Favourites['may'];
  places: PlaceActs;
  onAsk: (asked: Asked) => void;
  onCopy: (slot: number) => void;
  onChange: (change: Change) => void;
};
