import { comesLater } from '../../../lib/comes-later.ts';
import { signMessages } from './sign.messages.ts';

/** The dialog that asks who signs: its code comes when somebody signs. */
export const SignLater = comesLater(async () => {
  const { SignDialog: Part } = await import('./SignDialog.tsx');
  return { Part, messages: [signMessages] };
});
