import { useEffect } from 'react';
import { useStore } from 'zustand';
import { firstPicture, pictureIsThere } from './first-picture.ts';

/**
 * Says that a screen has what somebody came for, once that is so.
 * @returns whether the first page is there, and what comes after it may come
 */
export function useFirstPicture(there: boolean): boolean {
  useEffect(() => {
    if (there) pictureIsThere();
  }, [there]);
  return useStore(firstPicture);
}
