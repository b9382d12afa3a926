import { errorMessages } from '@brina/contract/wire/errors.messages';
import { Suspense } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { applianceFilterMessages } from './ApplianceFilters.tsx';
import { applianceWordMessages } from './appliance-words.ts';
import { ServedList } from './parts/ServedList.tsx';
import { serviceMessages } from './service.messages.ts';

/** Texts to have before the screen is shown. */
export const messages = [
  serviceMessages,
  listMessages,
  errorMessages,
  ...applianceFilterMessages,
  ...applianceWordMessages,
];

// The sheet brings charts and histories, which the list does without.
const DiagnosisSheet = comesLater(async () => {
  const { DiagnosisSheet: Part, messages } = await import('./parts/DiagnosisSheet.tsx');
  return { Part, messages };
});

/** The home of a service partner: its appliances, those with notices first, or the diagnosis sheet of one (S2.31, S6.4). */
export function ServiceScreen() {
  const { t } = useMessages(serviceMessages);
  const { diagnosis } = useSearchTexts();
  if (diagnosis)
    return (
      <Suspense fallback={<Skeleton height={400} />}>
        <DiagnosisSheet key={diagnosis} serialNumber={diagnosis} />
      </Suspense>
    );
  return (
    <Screen title={t('title')}>
      <ServedList />
    </Screen>
  );
}
