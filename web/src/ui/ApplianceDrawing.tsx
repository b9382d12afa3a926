import styles from './ApplianceDrawing.module.css';
import type { Tone } from './tones.ts';

/**
 * A blast chiller as a line drawing that shows what the appliance is doing: the door stands open or closed, the chamber
 * is lit, the fan turns while the compressor runs, the panel wears the state's colour. It stands for no real product.
 * @param label what it shows, for those who do not see it
 */
export function ApplianceDrawing(props: {
  tone: Tone;
  doorOpen: boolean;
  light: boolean;
  fanRunning: boolean;
  label: string;
}) {
  const { tone, doorOpen, light, fanRunning, label } = props;
  const offline = tone === 'offline';
  return (
    <svg className={styles.drawing} viewBox="0 0 150 200" role="img" aria-label={label} data-tone={tone}>
      <path className={styles.floor} d="M8 192h134" />
      {/* body with feet */}
      <rect
        className={styles.body}
        x="36"
        y="10"
        width="86"
        height="172"
        rx="7"
        strokeDasharray={offline ? '5 4' : undefined}
      />
      <path className={styles.stroke} d="M44 182v8m0 0h6m58 0h6v-8" />
      {/* control panel: a display in the state's colour */}
      <rect className={styles.panel} x="44" y="17" width="70" height="17" rx="4" />
      <rect className={styles.display} x="49" y="21.5" width="26" height="8" rx="2" data-off={offline || undefined} />
      <circle className={styles.knob} cx="105" cy="25.5" r="3.4" />
      {/* chamber behind the door */}
      <rect
        className={styles.chamber}
        data-light={(light && !offline) || undefined}
        x="44"
        y="40"
        width="70"
        height="98"
        rx="4"
      />
      {doorOpen ? (
        <>
          <path className={styles.tray} d="M49 62h60M49 82h60M49 102h60M49 122h60" />
          <path
            className={styles.food}
            d="M58 61c0-6 10-6 10 0zm14 0c0-6 10-6 10 0zm14 0c0-6 10-6 10 0zM58 101c0-6 10-6 10 0zm14 0c0-6 10-6 10 0z"
          />
          <path className={styles.door} d="M44 40 14 50v98l30-10z" />
          <path className={styles.handle} d="M19.500 86v24" />
        </>
      ) : (
        <>
          <rect className={styles.door} x="44" y="40" width="70" height="98" rx="4" />
          {light && !offline && <path className={styles.glow} d="M46 43v92" />}
          <path className={styles.handle} d="M106 76v26" />
        </>
      )}
      {/* machine compartment */}
      <rect className={styles.stroke} x="44" y="144" width="70" height="32" rx="4" />
      <path className={styles.grille} d="M50 151h24M50 157h24M50 163h24M50 169h24" />
      <circle className={styles.stroke} cx="97" cy="160" r="12.500" />
      <g className={styles.fan} data-running={(fanRunning && !offline) || undefined}>
        <path d="M97 160c-1-4-1.500-8 1-10.500 4 1 4.500 6-1 10.500zm0 0c4 1 8 2.500 8.600 6-3 3-7.600.500-8.600-6zm0 0c-3 3-6 6-9.500 4.500-1-4 3-7 9.500-4.500z" />
      </g>
      <circle className={styles.hub} cx="97" cy="160" r="1.800" />
    </svg>
  );
}
