import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';

const DocumentDialog = comesLater(async () => {
  const [{ DocumentDialog: Part }, { documentMessages }] = await Promise.all([
    import('../../documents/DocumentDialog.tsx'),
    import('../../documents/document.messages.ts'),
  ]);
  return { Part, messages: [documentMessages] };
});

/** Opens one of our own documents over the page, so that nothing typed is lost by reading it (S2.9, S5.2). */
export function DocumentLink(props: { path: string; title: string; className: string | undefined }) {
  const { path, title, className } = props;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button className={className} type="button" onClick={() => setOpened(true)}>
        {title}
      </button>
      {opened && (
        <DialogSlot>
          <DocumentDialog path={path} title={title} opened onClose={() => setOpened(false)} />
        </DialogSlot>
      )}
    </>
  );
}
