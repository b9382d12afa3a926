import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type FirstPicture, firstPicture, pictureIsThere } from './first-picture.ts';

/**
 * Says that a screen has what somebody came for, once that is so.
 * @returns how far the first page is
 */
export function useFirstPicture(there: boolean): FirstPicture {
  useEffect(() => {
    if (there) pictureIsThere();
  }, [there]);
  return useStore(firstPicture);
}
