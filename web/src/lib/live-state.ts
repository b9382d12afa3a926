import { create } from 'zustand';

/** How the live connection stands; `off` for roles without live updates and while nobody is signed in. */
export type LiveState = 'off' | 'connecting' | 'live' | 'lost';

/** How it stands, for components. What keeps it open (`live.ts`) follows the first picture. */
export const useLiveState = create<LiveState>(() => 'off');
