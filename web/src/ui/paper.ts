import { useEffect } from 'react';
import styles from './paper.module.css';

/** Class of a page's content that people print: as dense as paper is read. */
export const paper = styles.paper ?? '';

/** Class of what is on paper only, and of what is not on it. */
export const paperOnly = styles.only ?? '';
export const screenOnly = styles.never ?? '';

/** Says at the foot of every printed page what it is of: the margins of a page take their words from the root alone. */
export function useNameOnPaper(name: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--paper-name', JSON.stringify(name));
    return () => void style.removeProperty('--paper-name');
  }, [name]);
}
