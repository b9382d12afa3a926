import { Button } from '@mantine/core';
import type { ZoneNumber } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { useZoned } from '../../../../appliance/use-zoned.ts';
import { useMessages } from '../../../../lib/messages.ts';
import type { Orders } from '../use-orders.tsx';

/**
 * The button of a row. It shows what it does; who only hears it is told what is concerned as well, as several rows of a page do the
 * same.
 * @param what the row's name @param zone where the row is of one compartment
 */
export function ActButton(props: {
  orders: Orders;
  act: string;
  what: string;
  zone?: ZoneNumber;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { orders, act, what, zone, disabled = false, onClick } = props;
  const { t } = useMessages(controlMessages);
  const zoned = useZoned(orders.appliance);
  return (
    <Button
      variant="default"
      aria-label={t('actOn', { act, what: zone ? zoned(what, zone) : what })}
      disabled={orders.blocked !== undefined || disabled}
      onClick={onClick}
    >
      {act}
    </Button>
  );
}
