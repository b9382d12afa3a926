import type { Messages, TextRow } from '@brina/domain/language/messages';
import { formatWrittenQuantity } from '@brina/domain/language/quantity';
import { type ReactNode, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useMessages } from './messages.ts';
import { WrittenQuantities } from './written-quantities.ts';

afterEach(() => vi.restoreAllMocks());

/** A catalogue as the build leaves it. */
const rules = { namespace: 'rules', version: '1' } as unknown as Messages<{ freezing: TextRow<'Freezing'> }>;
function Rule() {
  const { t } = useMessages(rules);
  return <p>{t('freezing')}</p>;
}

it('S1.2 a text shows its quantities by the formats around it, also when these come after it', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ freezing: 'Freezing to [−18 Cel]' }));
  const within = (formats: ReactNode) => <Suspense>{formats}</Suspense>;
  const screen = await render(within(<Rule />));
  await expect.element(screen.getByText('Freezing to −18 Cel')).toBeVisible();
  await import('./format.ts');
  await screen.rerender(
    within(
      <WrittenQuantities value={(written, locale) => formatWrittenQuantity(written, { locale, measurement: 'metric' })}>
        <Rule />
      </WrittenQuantities>,
    ),
  );
  await expect.element(screen.getByText('Freezing to −18°C')).toBeVisible();
});
