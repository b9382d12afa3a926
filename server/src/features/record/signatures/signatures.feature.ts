import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { signatureHandlers } from './signatures.calls.ts';

const gone = 'it is older than records are kept, and no legal hold covers it';

/** Who stands for a record: by name, with a meaning, on exactly one revision (docs/decisions/034-a-signature-proves-its-person.md). */
export const signatures = feature({
  calls: () => signatureHandlers,
  keeps: {
    signing_pin: { always: 'as long as its person wants it' },
    sign_grant: { by: 'expires_at', since: days(1), why: 'it is over' },
    signer: { always: 'stands with the records that it is about' },
    signature: { until: gone },
    signed_revision: { until: gone },
  },
  persons: {
    signing_pin: [
      {
        columns: ['user_id', 'hash'],
        whose: withUserId('user_id'),
        copy: { not: 'a secret' },
        erase: 'go',
      },
    ],
    sign_grant: [
      {
        columns: ['secret_hash', 'user_id', 'session_id', 'way'],
        whose: withUserId('user_id'),
        copy: { not: 'proofs of some minutes' },
        erase: 'go',
      },
    ],
    signer: [
      {
        columns: ['name'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { become: { name: null } },
      },
      {
        columns: ['user_id', 'initials', 'role'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'who signed a record is told by initials and role; who it was is a pseudonym' },
      },
    ],
    signature: [{ columns: ['signer', 'meaning', 'way'], nobody: 'its signer names somebody' }],
    signed_revision: [{ columns: ['kind', 'signature', 'hash'], nobody: 'which revisions are signed' }],
  },
});
