import { getCompany } from '@brina/contract/calls/people/company';
import { pathOf } from '@brina/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { callQuery } from '../../../lib/query.ts';
import { useUser } from '../../../lib/use-user.ts';
import { lacksMandatoryData } from './mandatory-data.ts';

// Most companies have told everything: the form comes only to the others.
const MissingDataForm = comesLater(async () => {
  const { MissingDataForm: Part, messages } = await import('./parts/MissingDataForm.tsx');
  return { Part, messages };
});

/**
 * Asks a USER for what its company has not told yet (S2.20). "Later" puts it off until the page is loaded again or the next
 * sign-in: nobody is kept from an alarm by a tax code.
 */
export function MandatoryDataDialog() {
  const user = useUser();
  const [later, setLater] = useState(false);
  // A customer's company is meant: the one that appliances are added to.
  const concerned = user !== null && user.may.claim && user.company !== null;
  // Where the same fields are being edited already.
  const onScreen = useLocation({ select: ({ pathname }) => pathname === pathOf('company') });
  const asks = concerned && !later && !onScreen;
  const { data: company } = useQuery({ ...callQuery(getCompany, {}), enabled: asks });
  if (!asks || !company || !lacksMandatoryData(company)) return null;
  return (
    <Suspense>
      <MissingDataForm company={company} onLater={() => setLater(true)} />
    </Suspense>
  );
}
