import type { Locale } from '@brina/domain/language/locales';
import { createContext } from 'react';

/** Shows a quantity of a text, such as `−18 Cel`, to a reader of a language. */
export type ShowQuantity = (written: string, locale: Locale) => string;

/**
 * How a quantity in a text is shown: as it is written, but within the frame behind the sign-in, which provides it in the reader's units. The
 * pages before it have none in their texts (`build.test.ts`), and what they do not need they do not load.
 */
export const WrittenQuantities = createContext<ShowQuantity>((written) => written);
