import { feature } from '#core/feature.ts';
import { confirmationHandlers } from './confirmation.calls.ts';
import { factorHandlers } from './factors.calls.ts';

/** The second factor of one's account, and the proof that dangerous acts ask for. The rows are the identity's. */
export const security = feature({ calls: (parts) => [...factorHandlers(parts), ...confirmationHandlers(parts)] });
