import { IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Card } from './Card.tsx';
import { ErrorState } from './ErrorState.tsx';
import styles from './RowCard.module.css';
import { Skeleton } from './Skeleton.tsx';

/** A titled card of rows, each a thing of the account. */
export function RowCard(props: { title: string; hint?: string; action?: ReactNode; children: ReactNode }) {
  const { title, hint, action, children } = props;
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading} flush>
      <header className={styles.header}>
        <div>
          <h2 className={styles.title} id={heading}>
            {title}
          </h2>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {action}
      </header>
      <ul className={styles.rows}>{children}</ul>
    </Card>
  );
}

/**
 * A row that leads to a page.
 * @param link makes the link: what stands in it, and how it looks
 */
export function LinkRow(props: {
  icon: TablerIcon;
  title: string;
  hint: string;
  link: (looks: { className: string; children: ReactNode }) => ReactNode;
}) {
  const { icon: Icon, title, hint, link } = props;
  return (
    <li>
      {link({
        className: styles.link ?? '',
        children: (
          <>
            <Icon className={styles.icon} size={24} stroke={1.6} aria-hidden />
            <span className={styles.words}>
              <span className={styles.name}>{title}</span>
              <span className={styles.hint}>{hint}</span>
            </span>
            <IconChevronRight className={styles.icon} size={20} aria-hidden />
          </>
        ),
      })}
    </li>
  );
}

/** The row of a list that is still asked for, or of why it did not arrive. @param loading what a screen reader says meanwhile */
export function AwaitedRow(props: { loading: string; failure: ComponentProps<typeof ErrorState> | null }) {
  const { loading, failure } = props;
  return (
    <li>
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <div role="status" aria-label={loading}>
          <Skeleton height={72} />
        </div>
      )}
    </li>
  );
}

/** A row of something that can be acted on here. @param mark stands behind the name, such as "this device" */
export function ActionRow(props: {
  icon: TablerIcon;
  title: string;
  mark?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { icon: Icon, title, mark, hint, actions, children } = props;
  return (
    <li className={styles.row}>
      <Icon className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <span className={styles.name}>
          {title}
          {mark && <span className={styles.mark}>{mark}</span>}
        </span>
        {hint && <span className={styles.hint}>{hint}</span>}
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
