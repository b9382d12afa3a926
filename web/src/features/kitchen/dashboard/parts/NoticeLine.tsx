import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { IconBell } from '@tabler/icons-react';
import { noticeTexts, useNoticeText } from '../../../../appliance/use-notice-text.ts';
import styles from './NoticeLine.module.css';

/** Texts to have before it is shown. */
export const messages = noticeTexts;

/** The newest of what somebody should be told of an appliance, in a line of its card. */
export function NoticeLine({ appliance }: { appliance: Appliance }) {
  const text = useNoticeText(appliance);
  const [newest, ...others] = appliance.notices;
  if (!newest) return null;
  return (
    <p className={styles.line}>
      <IconBell size={18} aria-hidden />
      <span>
        {text(newest)}
        {others.length > 0 && <span className={styles.more}> +{others.length}</span>}
      </span>
    </p>
  );
}
