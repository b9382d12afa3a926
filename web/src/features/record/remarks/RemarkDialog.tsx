import { AmendDialog } from './parts/AmendDialog.tsx';
import { CookedDialog } from './parts/CookedDialog.tsx';
import { LinkDialog } from './parts/LinkDialog.tsx';
import { NoteDialog } from './parts/NoteDialog.tsx';
import { ReadingDialog } from './parts/ReadingDialog.tsx';
import type { Remarked, RemarkKind } from './remarked.ts';

const dialogs = {
  reading: ReadingDialog,
  note: NoteDialog,
  cooked: CookedDialog,
  link: LinkDialog,
  amend: AmendDialog,
};

/** The form by which something is added to a record. */
export function RemarkDialog({ kind, ...props }: { kind: RemarkKind; record: Remarked; onClose: () => void }) {
  const Dialog = dialogs[kind];
  return <Dialog {...props} />;
}
