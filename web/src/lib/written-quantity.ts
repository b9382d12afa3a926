import type { formatWrittenQuantity } from '@brina/domain/language/quantity';

/**
 * How a quantity in a text is shown. The pages before the sign-in have none in their texts (`build.test.ts`), and what they
 * do not need they do not load: the formats come with the frame behind it.
 */
export const writtenQuantity: { shown: typeof formatWrittenQuantity } = { shown: (written) => written };
