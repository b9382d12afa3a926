import type { Bus } from '#core/bus/bus.ts';
import type { Links } from '#core/mail/links.ts';

/** What calls about people need besides the request: whom to tell that access has changed, and addresses for mails. */
export type PeopleParts = { bus: Bus; links: Links };
