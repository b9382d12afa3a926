import { ActNote } from './ActNote.tsx';
import type { Orders } from './use-orders.tsx';
import { WishNote } from './WishNote.tsx';
import type { Wish } from './wishes.ts';

/** Beside the control of a row: what was asked for and is not so yet, whoever asked, and why what was sent from here was not done. */
export function RowNote(props: {
  orders: Orders;
  name: string;
  args?: Readonly<Record<string, unknown>>;
  wish: Wish | null;
  wanted: string;
  now: string;
}) {
  const { orders, name, args, wish, wanted, now } = props;
  const { appliance, command } = orders;
  return (
    <>
      <WishNote appliance={appliance} wish={wish} wanted={wanted} now={now} />
      <ActNote {...{ appliance, command, name, args }} isWished={wish?.state === 'refused'} />
    </>
  );
}
