import type { formatWrittenQuantity } from '@brina/domain/language/quantity';
import { createContext } from 'react';

/**
 * How a quantity in a text is shown: as it is written, but within the frame behind the sign-in, which provides the formats. The pages before
 * it have none in their texts (`build.test.ts`), and what they do not need they do not load.
 */
export const WrittenQuantities = createContext<typeof formatWrittenQuantity>((written) => written);
