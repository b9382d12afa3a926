import type { lookAtLink } from '@brina/contract/calls/people/registration';
import type { Reply } from '@brina/contract/wire/call';
import { fullName } from '@brina/domain/language/names';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { changePasswordMessages } from '../change-password.messages.ts';

/** What the portal says of an invitation. */
export type Invitation = NonNullable<Reply<typeof lookAtLink>['invitation']>;

/** Who invites, into which company and as whom: what somebody sees before agreeing to it. An inviter without a name is not named. */
export function InvitationFacts({ invitation, email }: { invitation: Invitation; email: string }) {
  const { t, locale } = useMessages(changePasswordMessages);
  const { company, inviter } = invitation;
  const name = inviter ? fullName(locale, { first: inviter.firstName, last: inviter.lastName }) : '';
  return (
    <Card>
      <DefinitionList
        items={[
          { term: t('company'), detail: company },
          ...(name ? [{ term: t('invitedBy'), detail: name }] : []),
          { term: t('account'), detail: email },
        ]}
      />
    </Card>
  );
}
