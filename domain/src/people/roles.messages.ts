import { messages } from '../language/messages.ts';
import texts from './roles.texts.json' with { type: 'json' };

/** Shown names of the roles (S6.8). */
export const roleMessages = messages(
  'domain/people/roles',
  {
    USER: 'Customer',
    SERVICE: 'Service partner',
    SUBSIDIARY: 'Subsidiary',
    FACTORY: 'Manufacturer service',
    SUPERFACTORY: 'System administrator',
    INTERNAL: 'Internal staff',
    ADMIN: 'Administrator',
    KITCHEN_MANAGER: 'Kitchen manager',
    SERVICE_SALES: 'Service sales rep.',
    INTERNAL_SUB: 'Internal staff, subsidiary',
    INTERNAL_DOC: 'Technical documentation',
  },
  texts,
);
