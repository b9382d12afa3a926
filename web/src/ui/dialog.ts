import type { ModalProps } from '@mantine/core';

/** How every dialog looks: 580 px wide (S9.4), in the middle; `styles.css` makes it a sheet on phones. */
export const dialogProps = {
  centered: true,
  size: 580,
  padding: 'lg',
  radius: 'lg',
  shadow: 'none',
  overlayProps: { backgroundOpacity: 0.45 },
  transitionProps: { duration: 120 },
} satisfies Partial<ModalProps>;
