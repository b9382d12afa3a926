import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';

/**
 * The button of a menu that comes when it is first asked for: menus and their dialogs weigh a quarter of the page.
 * @param children the menu, a lazy component that opens by itself (`OpenedMenu`)
 */
export function MenuOnDemand({ label, children }: { label: string; children: ReactNode }) {
  const [asked, setAsked] = useState(false);
  const button = (
    <ActionIcon aria-label={label} aria-haspopup="menu" loading={asked} onClick={() => setAsked(true)}>
      <IconDots size={22} aria-hidden />
    </ActionIcon>
  );
  return asked ? <Suspense fallback={button}>{children}</Suspense> : button;
}
