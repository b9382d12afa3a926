import styles from './ApplianceDrawing.module.css';
import { type ApplianceShape, type Box, canvas, type DrawnDoor, partsOf } from './drawing-shape.ts';
import type { Tone } from './tones.ts';

/** What an appliance is doing, as far as a drawing can show it. */
export type DrawnState = {
  tone: Tone;
  /** By door. */
  doorsOpen: readonly boolean[];
  light: boolean;
  fanRunning: boolean;
  /** Whether food or dough is in it. */
  loaded: boolean;
  /** Ice on the evaporator, or the water of a defrost. */
  ice: 'none' | 'frost' | 'defrost';
};

/**
 * An appliance as a line drawing that shows what it is doing: its doors stand open or closed, the chamber is lit and loaded,
 * the fan turns while the compressor runs, the panel wears the state's colour; offline is an outline. It stands for no real product.
 * @param label what it shows, for those who do not see it
 */
export function ApplianceDrawing({ shape, state, label }: { shape: ApplianceShape; state: DrawnState; label: string }) {
  const offline = state.tone === 'offline';
  const { view, body, feet, panel, machine, doors } = partsOf(shape);
  const has = (mark: (typeof shape.marks)[number]) => shape.marks.includes(mark);
  const lower = body.y + body.height;
  return (
    <svg
      className={styles.drawing}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      role="img"
      aria-label={label}
      data-tone={state.tone}
    >
      <path className={styles.floor} d={`M${view.x + 4} ${canvas.floor}h${view.width - 8}`} />
      {has('R') && <path className={styles.stroke} d={`M${body.x + 12} ${body.y}v-9h-12m18 9v-15h-18`} />}
      <rect className={styles.body} {...body} rx="6" strokeDasharray={offline ? '5 4' : undefined} />
      {feet > 0 && (
        <path
          className={styles.stroke}
          d={`M${body.x + 8} ${lower}v${feet}h6m${body.width - 28} 0h6v${-feet}`}
          strokeDasharray={offline ? '5 4' : undefined}
        />
      )}
      <Panel box={panel} offline={offline} />
      {(has('H') || has('HM')) && <Water box={panel} mains={has('HM')} />}
      {doors.map((door, index) => (
        <Chamber
          key={index}
          door={door}
          open={!offline && (state.doorsOpen[index] ?? false)}
          glass={has('G')}
          trolley={has('T')}
          state={state}
        />
      ))}
      {has('T') && (
        <path className={styles.ramp} d={`M${body.x + 4} ${lower - 6}h${body.width - 8}l7 6H${body.x - 3}z`} />
      )}
      {machine && <Machine box={machine} running={state.fanRunning && !offline} />}
    </svg>
  );
}

/** Display in the state's colour and a knob. */
function Panel({ box: { x, y, width, height }, offline }: { box: Box; offline: boolean }) {
  return (
    <>
      <rect className={styles.panel} x={x} y={y} width={width} height={height} rx="4" />
      <rect
        className={styles.display}
        x={x + 4}
        y={y + 3.5}
        width={Math.min(26, width * 0.4)}
        height={height - 7}
        rx="2"
        data-off={offline || undefined}
      />
      <circle className={styles.knob} cx={x + width - 7} cy={y + height / 2} r="2.8" />
    </>
  );
}

/** A drop on the panel: it humidifies; with a pipe, from the mains. */
function Water({ box: { x, y, width, height }, mains }: { box: Box; mains: boolean }) {
  const centre = x + width - 19;
  return (
    <>
      <path
        className={styles.water}
        d={`M${centre} ${y + 2.5}c3 4 3.600 5.200 3.600 6.500a3.600 3.600 0 0 1-7.200 0c0-1.300.6-2.500 3.600-6.500z`}
      />
      {mains && <path className={styles.pipe} d={`M${centre + 3.5} ${y + height - 4}h4`} />}
    </>
  );
}

/** A door, open or closed, and what can be seen behind it. */
function Chamber(props: { door: DrawnDoor; open: boolean; glass: boolean; trolley: boolean; state: DrawnState }) {
  const { door, open, glass, trolley, state } = props;
  const { x, y, width, height, hinge } = door;
  const offline = state.tone === 'offline';
  const lit = state.light && !offline;
  const left = hinge === 'left';
  const swing = Math.min(26, width * 0.6);
  const hingeX = left ? x : x + width;
  const out = left ? -swing : swing;
  const grip = left ? x + width - 6 : x + 6;
  return (
    <>
      <rect className={styles.chamber} x={x} y={y} width={width} height={height} rx="4" data-light={lit || undefined} />
      {(open || (glass && !offline)) && <Load box={door} trolley={trolley} loaded={state.loaded} />}
      {open ? (
        <>
          <path
            className={styles.door}
            data-glass={glass || undefined}
            d={`M${hingeX} ${y}l${out} 9v${height}l${-out}-9z`}
          />
          <path className={styles.handle} d={`M${hingeX + out * 0.84} ${y + height / 2 - 4}v18`} />
        </>
      ) : (
        <>
          <rect
            className={styles.door}
            data-glass={glass || undefined}
            x={x}
            y={y}
            width={width}
            height={height}
            rx="4"
            strokeDasharray={offline ? '5 4' : undefined}
          />
          {glass && (
            <path
              className={styles.glare}
              d={`M${x + 6} ${y + height * 0.32}l${width * 0.34}-${height * 0.2}m${-width * 0.34} ${height * 0.32}l${width * 0.56}-${height * 0.34}`}
            />
          )}
          {lit && !glass && (
            <path className={styles.glow} d={`M${left ? x + 2 : x + width - 2} ${y + 4}v${height - 8}`} />
          )}
          <path className={styles.handle} d={`M${grip} ${y + height / 2 - 11}v22`} />
        </>
      )}
      {!offline && state.ice !== 'none' && <Ice box={door} ice={state.ice} />}
    </>
  );
}

/** Shelves or a trolley, with food on them when it is loaded. */
function Load({ box: { x, y, width, height }, trolley, loaded }: { box: Box; trolley: boolean; loaded: boolean }) {
  const floor = trolley ? y + height - 9 : y + height;
  const shelves = Math.max(2, Math.round((floor - y) / 19));
  const places = Array.from({ length: shelves }, (_, index) => y + ((index + 0.85) * (floor - y)) / shelves);
  const pieces = Math.max(1, Math.floor((width - 14) / 13));
  return (
    <>
      {places.map((shelf, row) => (
        <g key={shelf}>
          <path className={styles.tray} d={`M${x + 4} ${shelf}h${width - 8}`} />
          {loaded &&
            Array.from({ length: row % 2 === 0 ? pieces : Math.max(1, pieces - 1) }, (_, piece) => (
              <path
                key={piece}
                className={styles.food}
                d={`M${x + 7 + (row % 2) * 6 + piece * 13} ${shelf - 1}c0-6 10-6 10 0z`}
              />
            ))}
        </g>
      ))}
      {trolley && (
        <path
          className={styles.tray}
          d={`M${x + 4} ${y + 6}V${floor}m${width - 8} 0V${y + 6}M${x + 8} ${floor + 4}h.1m${width - 16} 0h.1`}
          strokeWidth="3"
        />
      )}
    </>
  );
}

/** Crystals along the upper edge, or drops that fall from it. */
function Ice({ box: { x, y, width }, ice }: { box: Box; ice: 'frost' | 'defrost' }) {
  const count = Math.max(2, Math.floor(width / 18));
  const step = width / (count + 1);
  return (
    <path
      className={styles.ice}
      data-ice={ice}
      d={Array.from({ length: count }, (_, index) => {
        const centre = x + (index + 1) * step;
        return ice === 'frost'
          ? `M${centre} ${y + 3}v8m-3.500-6 7 4m0-4-7 4`
          : `M${centre} ${y + 4 + (index % 2) * 6}v4`;
      }).join('')}
    />
  );
}

/** Grille and fan of the refrigeration. */
function Machine({ box: { x, y, width, height }, running }: { box: Box; running: boolean }) {
  const upright = height > width;
  const radius = Math.min(11, Math.min(width, height) / 2 - 3);
  const fan = upright
    ? { x: x + width / 2, y: y + height - radius - 4 }
    : { x: x + width - radius - 5, y: y + height / 2 };
  const bars = upright
    ? Array.from({ length: 4 }, (_, bar) => `M${x + 5} ${y + 7 + bar * 6}h${width - 10}`)
    : Array.from(
        { length: Math.max(2, Math.floor((height - 6) / 6)) },
        (_, bar) => `M${x + 6} ${y + 6 + bar * 6}h${width * 0.34}`,
      );
  const scale = radius / 12;
  return (
    <>
      <rect className={styles.stroke} x={x} y={y} width={width} height={height} rx="4" />
      <path className={styles.grille} d={bars.join('')} />
      <g transform={`translate(${fan.x} ${fan.y}) scale(${scale})`}>
        <circle className={styles.stroke} r="12" />
        <g className={styles.fan} data-running={running || undefined}>
          <path d="M0 0c-1-4-1.500-8 1-10.500 4 1 4.500 6-1 10.500zm0 0c4 1 8 2.500 8.600 6-3 3-7.600.500-8.600-6zm0 0c-3 3-6 6-9.500 4.500-1-4 3-7 9.500-4.500z" />
        </g>
        <circle className={styles.knob} r="1.800" />
      </g>
    </>
  );
}
