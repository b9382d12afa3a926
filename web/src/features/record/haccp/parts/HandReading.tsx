import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { ChoiceOrText } from '../../../../ui/ChoiceOrText.tsx';
import { foodSlide_C, Stepper } from '../../../../ui/Stepper.tsx';
import { manualMessages } from '../manual.messages.ts';
import styles from './Manual.module.css';

/**
 * How warm the food is: slid to roughly, and then exact by two buttons. Nothing is typed.
 * @param value_C null: nobody has said yet, and no number stands there that somebody might take for one
 * @param near_C where slider and buttons begin
 */
export function Temperature(props: { value_C: number | null; near_C: number; onChange: (value_C: number) => void }) {
  const { value_C, near_C, onChange } = props;
  const { t } = useMessages(manualMessages);
  const format = useFormat();
  return (
    <>
      <p className={styles.hint}>{t('temperature.hint')}</p>
      <Stepper
        label={t('temperature')}
        value={value_C}
        near={near_C}
        show={(value) => format.temperature(value)}
        step={0.5}
        min={-60}
        max={150}
        slide={foodSlide_C}
        onChange={onChange}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
    </>
  );
}

/** With what it is measured: what was used before is one tap. */
export function Instrument(props: { known: readonly string[]; value: string; onChange: (value: string) => void }) {
  const { known, value, onChange } = props;
  const { t } = useMessages(manualMessages);
  const usual = [...new Set([...known, t('instrument.usual')])].slice(0, 4);
  return <ChoiceOrText choices={usual} label={t('instrument')} maxLength={100} value={value} onChange={onChange} />;
}
