import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './BackLink.module.css';

/**
 * The way back to the list that a page belongs to, above its title.
 * @param link makes the router's link of it
 */
export function BackLink(props: {
  children: string;
  link: (looks: { className: string; children: ReactNode }) => ReactNode;
}) {
  return props.link({
    className: styles.back ?? '',
    children: (
      <>
        <IconArrowLeft size={18} aria-hidden />
        {props.children}
      </>
    ),
  });
}
