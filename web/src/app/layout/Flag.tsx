import type { Locale } from '@brina/domain/language/locales';
import type { ReactNode } from 'react';
import styles from './LanguageDialog.module.css';

const across = (...colours: string[]): ReactNode =>
  colours.map((fill, place) => (
    <rect key={fill} y={(place * 20) / colours.length} width={30} height={20 / colours.length} fill={fill} />
  ));
const upright = (...colours: string[]): ReactNode =>
  colours.map((fill, place) => (
    <rect key={fill} x={(place * 30) / colours.length} width={30 / colours.length} height={20} fill={fill} />
  ));

/** Flags as far as they are told apart at the size of a letter, on a ground of 30 by 20. */
const drawings: Readonly<Record<Locale, ReactNode>> = {
  en: (
    <>
      <path fill="#012169" d="M0 0h30v20H0z" />
      <path stroke="#fff" strokeWidth={4} d="M0 0l30 20M30 0L0 20" />
      <path stroke="#c8102e" strokeWidth={1.6} d="M0 0l30 20M30 0L0 20" />
      <path stroke="#fff" strokeWidth={6.6} d="M15 0v20M0 10h30" />
      <path stroke="#c8102e" strokeWidth={4} d="M15 0v20M0 10h30" />
    </>
  ),
  it: upright('#008c45', '#f4f9ff', '#cd212a'),
  ru: across('#ffffff', '#0039a6', '#d52b1e'),
  es: (
    <>
      <path fill="#aa151b" d="M0 0h30v20H0z" />
      <path fill="#f1bf00" d="M0 5h30v10H0z" />
    </>
  ),
  du: across('#ae1c28', '#ffffff', '#21468b'),
  fr: upright('#000091', '#ffffff', '#e1000f'),
  de: across('#000000', '#dd0000', '#ffce00'),
  'en-US': (
    <>
      <path fill="#fff" d="M0 0h30v20H0z" />
      <path stroke="#b22234" strokeWidth={1.54} d="M0 .8h30M0 3.9h30M0 6.9h30M0 10h30M0 13.1h30M0 16.2h30M0 19.2h30" />
      <path fill="#3c3b6e" d="M0 0h13v10.8H0z" />
      <path stroke="#fff" strokeDasharray="1 2" d="M1.5 2.2h11M3 4.4h9M1.5 6.6h11M3 8.8h9" />
    </>
  ),
  ja: (
    <>
      <path fill="#fff" d="M0 0h30v20H0z" />
      <circle cx={15} cy={10} r={6} fill="#bc002d" />
    </>
  ),
};

/** The flag beside a language's own name, which says the same in words. */
export function Flag({ locale }: { locale: Locale }) {
  return (
    <svg className={styles.flag} viewBox="0 0 30 20" aria-hidden>
      {drawings[locale]}
    </svg>
  );
}
