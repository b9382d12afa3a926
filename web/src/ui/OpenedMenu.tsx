import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './OpenedMenu.module.css';

/** A menu behind three dots that is open from the start: it has come because somebody asked for it. */
export function OpenedMenu({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Where the focus returns to when the menu closes; the button that was pressed is gone.
    target.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu position="bottom-end" width={280} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={target} aria-label={label}>
          <IconDots size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.list ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
}
