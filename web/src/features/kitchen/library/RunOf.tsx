import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailureToast } from '../../../lib/errors.ts';
import { callQuery } from '../../../lib/query.ts';

const RunDialog = comesLater(async () => {
  const { RunDialog: Part, messages } = await import('./RunDialog.tsx');
  return { Part, messages };
});

/** The dialog that runs a cycle of the library in one of its versions, for who has only its id. */
export function RunOf(props: { recipeId: string; version: number; serialNumber: string; onClose: () => void }) {
  const { recipeId, version, serialNumber, onClose } = props;
  const failed = useFailureToast();
  const { data, error } = useQuery(callQuery(getRecipe, { params: { recipeId }, query: { version } }));
  const isTold = useRef(false);
  useEffect(() => {
    if (!error || isTold.current) return;
    isTold.current = true;
    failed(error);
    onClose();
  }, [error, failed, onClose]);
  return <Suspense>{data && <RunDialog cycle={data} serialNumber={serialNumber} onClose={onClose} />}</Suspense>;
}
