import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { recordMessages } from '@brina/contract/words/record.messages';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { Screen } from '../../../ui/Screen.tsx';
import { InspectionButton } from '../inspection/InspectionButton.tsx';
import { inspectionMessages } from '../inspection/inspection.messages.ts';
import { bookMessages } from './book.messages.ts';
import { haccpMessages } from './haccp.messages.ts';
import { missingBookMessages } from './missing.messages.ts';
import { BookCalendar } from './parts/BookCalendar.tsx';
import { BookList } from './parts/BookList.tsx';
import { ManualButton } from './parts/ManualButton.tsx';
import { ReportButton } from './parts/ReportButton.tsx';

// Seen where somebody asks for access.
const AccessRequests = lazy(async () => ({
  default: (await import('../inspection/AccessRequests.tsx')).AccessRequests,
}));
// Seen where something is missing.
const BookMissing = comesLater(async () => {
  const { BookMissing: Part } = await import('./parts/BookMissing.tsx');
  return { Part, messages: [missingBookMessages] };
});
// Seen where a check of a probe is due.
const BookProbes = comesLater(async () => {
  const [{ BookProbes: Part }, { checkMessages }] = await Promise.all([
    import('./parts/BookProbes.tsx'),
    import('../checks/checks.messages.ts'),
  ]);
  return { Part, messages: [checkMessages] };
});

// Seen where food was cooled without an appliance.
const manualPart = (name: 'ManualOpen' | 'ManualEnded') =>
  comesLater(async () => {
    const [parts, { manualMessages }] = await Promise.all([
      import('./parts/BookManual.tsx'),
      import('./manual.messages.ts'),
    ]);
    return { Part: parts[name], messages: [manualMessages] };
  });
const ManualOpen = manualPart('ManualOpen');
const ManualEnded = manualPart('ManualEnded');

/** Texts to have before it is shown. */
export const messages = [
  bookMessages,
  inspectionMessages,
  haccpMessages,
  recordMessages,
  modeMessages,
  listMessages,
  errorMessages,
  applianceMessages,
  functionMessages,
  holdingMessages,
  ruleMessages,
  missingMessages,
];

/** The book: every food record of a company, as a calendar and as a list, narrowed to a kitchen, a day, a verdict (B2.11). */
export function BookScreen() {
  const { t } = useMessages(bookMessages);
  const { labId, lab, serial } = useSearchTexts();
  // As an address that was written by hand narrows it.
  if (lab || serial)
    return <Navigate to={pathOf('dashboard')} search={{ view: 'records', labId: lab, serialNumber: serial }} replace />;
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          <InspectionButton labId={labId} />
          <ReportButton />
          <ManualButton />
        </>
      }
      notice={
        <Suspense>
          <AccessRequests />
          <ManualOpen />
        </Suspense>
      }
    >
      <BookCalendar />
      <Suspense>
        <BookProbes />
        <BookMissing />
        <ManualEnded />
      </Suspense>
      <BookList />
    </Screen>
  );
}
