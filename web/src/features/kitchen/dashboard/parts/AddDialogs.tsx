import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Laboratory } from '@brina/contract/calls/kitchen/laboratories';
import { LaboratoryDialog } from '../laboratory-dialog.ts';
import { AddApplianceDialog } from './AddApplianceDialog.tsx';

/** Which dialog is open. An appliance needs a kitchen, so the first kitchen may be followed by the first appliance. */
export type AddDialog = { kind: 'appliance'; labId?: string } | { kind: 'kitchen'; next?: 'appliance' };

/**
 * The dialogs that add an appliance or a kitchen (S2.21).
 * @param activation code of the appliance to add, where a link brought it
 * @param onAdded gets the appliance that was added
 */
export function AddDialogs(props: {
  dialog: AddDialog;
  labs: readonly Laboratory[];
  activation?: string | undefined;
  onChange: (dialog: AddDialog | null) => void;
  onAdded: (appliance: Appliance) => void;
}) {
  const { dialog, labs, activation, onChange, onAdded } = props;
  const close = () => onChange(null);
  if (dialog.kind === 'appliance')
    return (
      <AddApplianceDialog labs={labs} labId={dialog.labId} activation={activation} onClose={close} onAdded={onAdded} />
    );
  return (
    <LaboratoryDialog
      onClose={close}
      onSaved={({ id }) => {
        if (dialog.next) onChange({ kind: 'appliance', labId: id });
      }}
    />
  );
}
