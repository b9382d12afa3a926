import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Tray } from './trays.ts';

/** Whether a tone is heard when a tray is done; on until somebody silences it, for as long as the page is open. */
export const useTraySound = create<{ isOn: boolean }>(() => ({ isOn: true }));

const tone_Hz = 880;
const tone_s = 0.25;
const tones = 2;

let context: AudioContext | undefined;

/** Two short tones. Before somebody has touched the page a browser lets none be heard: then none is asked for. */
function sound(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (let n = 0; n < tones; n++) {
    const begin_s = context.currentTime + n * tone_s * 2;
    const oscillator = new OscillatorNode(context, { frequency: tone_Hz });
    const gain = new GainNode(context, { gain: 0 });
    // A tone that begins and ends at once clicks.
    gain.gain.setTargetAtTime(0.3, begin_s, 0.01);
    gain.gain.setTargetAtTime(0, begin_s + tone_s, 0.03);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin_s);
    oscillator.stop(begin_s + tone_s * 2);
  }
}

/** Lets a tone be heard when one of these is done that was not when it was looked at before. */
export function useTrayTone(trays: readonly Tray[]): void {
  const isOn = useTraySound((state) => state.isOn);
  const before = useRef<ReadonlySet<string>>(undefined);
  const running = trays.filter(({ left_min }) => left_min !== 0).map(keyOf);
  const done = trays.filter(({ left_min }) => left_min === 0).map(keyOf);
  const [runningKeys, doneKeys] = [running.join(), done.join()];
  useEffect(() => {
    if (isOn && doneKeys.split(',').some((key) => before.current?.has(key))) sound();
    before.current = new Set(runningKeys === '' ? [] : runningKeys.split(','));
  }, [runningKeys, doneKeys, isOn]);
}

const keyOf = ({ tray, from }: Tray): string => `${tray}/${from}`;
