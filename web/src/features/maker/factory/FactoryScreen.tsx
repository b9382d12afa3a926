import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { newsEditorMessages } from '../news/news-editor.messages.ts';
import { applianceFilterMessages } from '../service/ApplianceFilters.tsx';
import { auditMessages } from './audit.messages.ts';
import { factoryMessages } from './factory.messages.ts';
import { fleetMessages } from './fleet.messages.ts';
import { ApplianceList } from './parts/ApplianceList.tsx';

// The first tab comes with the page, the others when they are opened.
const UserList = lazy(async () => ({ default: (await import('./parts/UserList.tsx')).UserList }));
const NewsEditor = lazy(async () => ({ default: (await import('../news/NewsEditor.tsx')).NewsEditor }));
const AuditLog = lazy(async () => ({ default: (await import('./parts/AuditLog.tsx')).AuditLog }));

/** Texts to have before the screen is shown. */
export const messages = [
  factoryMessages,
  fleetMessages,
  auditMessages,
  controlMessages,
  newsEditorMessages,
  listMessages,
  ...applianceFilterMessages,
  roleMessages,
  errorMessages,
  fieldMessages,
];

/** The tabs, each with the right that opens it; the first are everybody's here. */
const allTabs = [
  { value: 'appliances' },
  { value: 'users' },
  { value: 'news', right: 'editNews' },
  { value: 'audit', right: 'readAudit' },
] as const;

/** The home of the maker's staff: appliances, users, and for the system administrator news and the audit log (S2.30, S6.3). */
export function FactoryScreen() {
  const { t } = useMessages(factoryMessages);
  const navigate = useNavigate();
  const search = useSearchTexts();
  const user = useUser();
  const tabs = allTabs.filter((one) => !('right' in one) || user?.may[one.right]);
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'appliances';

  return (
    <Screen title={t('title')}>
      <Tabs
        label={t('title')}
        tabs={tabs.map(({ value }) => ({ value, label: t(value) }))}
        value={tab}
        // Another tab is another list: its filters and its page begin anew.
        onChange={(value) =>
          void navigate({ to: '.', search: value === 'appliances' ? {} : { tab: value }, replace: true })
        }
      >
        <Suspense fallback={<Skeleton height={420} />}>
          {
            {
              appliances: <ApplianceList />,
              users: <UserList />,
              news: <NewsEditor />,
              audit: <AuditLog label={t('audit')} />,
            }[tab]
          }
        </Suspense>
      </Tabs>
    </Screen>
  );
}
