import { messages } from '@brina/domain/language/messages';
import texts from './user-term.texts.json' with { type: 'json' };

/** Words of users that the company’s own screen and the factory’s share; their catalogues take the rows from here. */
export const userTerms = messages(
  'web/user-term',
  {
    users: 'Users',
    loadingUsers: 'Loading the users',
    usersFailed: 'The users could not be shown.',
    name: { en: 'Name', apart: 'of a person' },
    email: 'Email',
    role: 'Role',
    changeRole: 'Change role',
    newRole: 'New role',
    shared: 'Shared appliances',
    pending: 'Invitation pending',
    active: 'Active',
    secondFactor: 'Two-step sign-in',
    factorOn: { en: 'On', apart: 'two-step sign-in is set up, no part of an appliance' },
    factorOff: { en: 'Off', apart: 'two-step sign-in is not set up, no part of an appliance' },
    deletedPerson: 'Account deleted',
  },
  texts,
);
