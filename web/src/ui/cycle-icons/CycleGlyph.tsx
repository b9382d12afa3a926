import { useId } from 'react';
import { bases, type Drawing, marks } from './drawings.ts';
import { type CycleIcon, type CycleIconName, cycleIcons } from './icons.ts';

/** Everything but a disc around the mark, so that base and mark do not touch. */
const aroundMark = 'M-2-2h28v28h-28zM18 11.3a6.7 6.7 0 1 0 0 13.4a6.7 6.7 0 1 0 0-13.4z';
const baseScale = 0.88;
const stroke = 1.75;

/** The icon of a cycle as lines of the text's colour, in an svg of 24 × 24. It says nothing to who does not see it. */
export default function CycleGlyph({ name }: { name: CycleIconName }) {
  const clip = useId();
  const { base, mark }: CycleIcon = cycleIcons[name];
  return (
    <g fill="none" stroke="currentcolor" strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round">
      {mark ? (
        <>
          <clipPath id={clip}>
            <path clipRule="evenodd" d={aroundMark} />
          </clipPath>
          <g clipPath={`url(#${clip})`}>
            <g transform={`translate(-1 -1) scale(${baseScale})`} strokeWidth={stroke / baseScale}>
              <Drawn drawing={bases[base]} />
            </g>
          </g>
          <Drawn drawing={marks[mark]} />
        </>
      ) : (
        <Drawn drawing={bases[base]} />
      )}
    </g>
  );
}

function Drawn({ drawing: { line, face } }: { drawing: Drawing }) {
  return (
    <>
      <path d={line} />
      {face && <path d={face} fill="currentcolor" stroke="none" />}
    </>
  );
}
