import { comesLater } from '../../../lib/comes-later.ts';

/** The kitchen's editor; like every dialog it comes when it is opened, not with the page. */
export const LaboratoryDialog = comesLater(async () => {
  const { LaboratoryDialog: Part, messages } = await import('../../people/account/LaboratoryDialog.tsx');
  return { Part, messages };
});
