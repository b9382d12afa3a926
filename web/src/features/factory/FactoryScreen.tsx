import { errorMessages } from '@brina/contract/errors.messages';
import { fieldMessages } from '@brina/contract/fields.messages';
import { roleMessages } from '@brina/domain/roles.messages';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { listMessages } from '../../lib/paged-list.messages.ts';
import { useUser } from '../../lib/session.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { newsEditorMessages } from '../news/news-editor.messages.ts';
import { NewsEditor } from '../news/NewsEditor.tsx';
import { auditMessages } from './audit.messages.ts';
import { factoryMessages } from './factory.messages.ts';
import { AuditLog } from './parts/AuditLog.tsx';
import { UserList } from './parts/UserList.tsx';

/** Texts to have before the screen is shown. */
export const messages = [
  factoryMessages,
  auditMessages,
  newsEditorMessages,
  listMessages,
  roleMessages,
  errorMessages,
  fieldMessages,
];

const tabs = ['users', 'news', 'audit'] as const;

/** The home of the maker's staff: users, and for the system administrator news and the audit log (S2.30, S6.3). */
export function FactoryScreen() {
  const { t } = useMessages(factoryMessages);
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  // News and audit log are calls of this one role.
  const administers = useUser()?.role === 'SUPERFACTORY';
  const tab = (administers && tabs.find((one) => one === search.tab)) || 'users';

  return (
    <Screen title={administers ? t('title') : t('users')} state="ready" loading={null} error={null}>
      {administers ? (
        <Tabs
          label={t('title')}
          tabs={tabs.map((value) => ({ value, label: t(value) }))}
          value={tab}
          // Another tab is another list: its filters and its page begin anew.
          onChange={(value) =>
            void navigate({ to: '.', search: value === 'users' ? {} : { tab: value }, replace: true })
          }
        >
          {{ users: <UserList />, news: <NewsEditor />, audit: <AuditLog label={t('audit')} /> }[tab]}
        </Tabs>
      ) : (
        <UserList />
      )}
    </Screen>
  );
}
