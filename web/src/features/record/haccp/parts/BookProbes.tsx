import { pathOf } from '@brina/contract/screens';
import { displayModel } from '@brina/domain/appliance/families/families';
import { Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { dueLooks, useDueWords } from '../../checks/check-words.ts';
import { checkMessages } from '../../checks/checks.messages.ts';
import { useOpenProbes } from '../../checks/use-checks.ts';
import styles from './BookMissing.module.css';

/** So many probes are shown at first. */
const shown_max = 3;

/** The core probes that somebody has to check soon, or should have, with the way to do so (B2.7); nothing of a day, a verdict or a product. */
export function BookProbes() {
  const { t } = useMessages(checkMessages);
  const words = useDueWords();
  const { labId, day, serialNumber, kind, verdict, product, lot } = useSearchTexts();
  const [isWhole, setWhole] = useState(false);
  const { probes, total } = useOpenProbes({ labId, serial: serialNumber }, isWhole);
  if (probes.length === 0 || day || kind || verdict || product || lot) return null;
  return (
    <section className={styles.missing} aria-labelledby="due-probes">
      <h2 id="due-probes">{t('title')}</h2>
      <div className={styles.day}>
        <ul className={styles.list}>
          {probes.slice(0, isWhole ? undefined : shown_max).map((probe) => {
            const { serialNumber: serial, name, model, needle, laboratory, state } = probe;
            const { due, last } = words(probe);
            const unit = name || displayModel(model);
            return (
              <li key={`${serial} ${needle}`} className={styles.row}>
                <StateBadge {...dueLooks[state]} label={t(`due.${state}`)} />
                <span className={styles.what}>
                  <strong>
                    {unit} · {t('probe', { n: needle })}
                  </strong>
                  <span>{due}</span>
                  <small>{[laboratory, last].filter(Boolean).join(' · ')}</small>
                </span>
                <Button
                  className={styles.big}
                  variant="default"
                  leftSection={<IconSnowflake size={22} aria-hidden />}
                  aria-label={`${t('check')}: ${unit}, ${t('probe', { n: needle })}`}
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to={pathOf('haccp-reports', { serialNumber: serial })}
                      search={{ checks: 'probes' }}
                    />
                  )}
                >
                  {t('check')}
                </Button>
              </li>
            );
          })}
        </ul>
      </div>
      {!isWhole && total > shown_max && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('showAll', { n: total })}
        </Button>
      )}
    </section>
  );
}
