import { feature } from '#core/feature.ts';
import { liveFeedHandlers } from './live-feed.calls.ts';

/** Units that send faster for a while, and what they consume now. */
export const liveFeed = feature({ calls: liveFeedHandlers });
