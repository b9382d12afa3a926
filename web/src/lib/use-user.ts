import type { UserInfo } from '@brina/contract/calls/people/account';
import { useStore } from 'zustand';
import { localStore } from './session.ts';

/** Who is signed in; null otherwise. */
export const useUser = (): UserInfo | null => useStore(localStore, (state) => state.user);
