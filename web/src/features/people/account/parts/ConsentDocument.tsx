import { legalPath } from '@brina/domain/people/legal';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { preferencesMessages } from '../preferences.messages.ts';

const DocumentDialog = comesLater(async () => {
  const [{ DocumentDialog: Part }, { documentMessages }] = await Promise.all([
    import('../../documents/DocumentDialog.tsx'),
    import('../../documents/document.messages.ts'),
  ]);
  return { Part, messages: [documentMessages] };
});

/** The document that the consent to marketing refers to, in the version in force (S3.21). */
export function ConsentDocument() {
  const { t, locale } = useMessages(preferencesMessages);
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileText size={20} aria-hidden />} onClick={() => setReading(true)}>
        {t('readDocument')}
      </Button>
      {reading && (
        <DialogSlot>
          <DocumentDialog
            path={legalPath('marketing', locale)}
            title={t('marketing')}
            opened
            onClose={() => setReading(false)}
          />
        </DialogSlot>
      )}
    </>
  );
}
