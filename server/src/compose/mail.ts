import { join } from 'node:path';
import { openPost, type Post } from '#core/mail/post.ts';
import type { Config } from '../config.ts';

/** Folder of the mails where there is no mail server. */
export const outboxOf = ({ dataDir }: Config): string => join(dataDir, 'outbox');

/** Whether mails are shown on pages of the portal: where somebody tries it out and there is no mail server. */
export const showsOutbox = ({ environment, smtpUrl }: Config): boolean => environment === 'dev' && smtpUrl === null;

/** Where mail goes, and from whom it is. */
export const openPostOf = (config: Config): Post =>
  openPost({
    smtpUrl: config.smtpUrl,
    outboxDir: outboxOf(config),
    operator: config.operator,
    from: config.mailFrom ?? `Brina <no-reply@${config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost'}>`,
  });
