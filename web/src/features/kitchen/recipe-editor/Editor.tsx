import { listPinnedRecipes, pinRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDeviceFloppy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailureToast } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { refresh, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { cycleCalls } from '../library/library.data.ts';
import { placed } from '../library/placed.ts';
import styles from './Editor.module.css';
import { type Field, type Step, stepOf, steps } from './edit-faults.ts';
import { draftOf, isSame, type RecipeEdit } from './edit-state.ts';
import { editorMessages } from './editor.messages.ts';
import { Expected } from './parts/Expected.tsx';
import { PhasesStep } from './parts/PhasesStep.tsx';
import type { Original, Target } from './parts/SaveDialog.tsx';
import { SaveFlow } from './parts/SaveFlow.tsx';
import { saveMessages } from './save.messages.ts';
import type { StepProps } from './step-props.ts';
import { useDraft } from './use-draft.ts';
import { useFieldFaults } from './use-field-faults.ts';

const LeaveDialog = comesLater(async () => {
  const { LeaveDialog: Part, messages } = await import('./parts/LeaveDialog.tsx');
  return { Part, messages };
});

// The steps after the first come when they are entered; the editor draws its curve sooner for it.
const LookStep = lazy(async () => ({ default: (await import('./parts/LookStep.tsx')).LookStep }));
const WordsStep = lazy(async () => ({ default: (await import('./parts/WordsStep.tsx')).WordsStep }));

/** What the editor is opened with. */
export type Opened = {
  title: string;
  /** As it stands, and what it is compared with to know whether it was changed. */
  edit: RecipeEdit;
  before: RecipeEdit;
  /** The cycle that may be overwritten; null: there is none. */
  original: Original | null;
  /** It began as a copy of another. */
  isCopy: boolean;
  draftKey: string;
  serialNumber: string | undefined;
};

/** The editor of a cycle in three steps: what it does, how it looks, what it is called (S2.22, S4.15). */
export function Editor({ opened }: { opened: Opened }) {
  const { original, isCopy, draftKey, serialNumber } = opened;
  const { t } = useMessages(editorMessages);
  const { step, go } = useStep();
  const [edit, setEdit] = useState(opened.edit);
  const [open, setOpen] = useState<number | null>(() => edit.phases[0]?.key ?? null);
  const [isSaving, setSaving] = useState(false);
  const isDone = useRef(false);
  const isChanged = !isSame(edit, opened.before);
  const draft = useDraft(
    draftKey,
    original?.version ?? null,
    isChanged ? { ...draftOf(edit), edit: original?.edit ?? null } : null,
  );
  const faults = useFieldFaults(edit);
  const { body, showFault } = useFirstFault(step, go, edit, setOpen);
  const save = () => {
    const first = faults.all();
    if (first === null) setSaving(true);
    else showFault(first);
  };
  const done = useSaved(serialNumber, () => {
    isDone.current = true;
    void draft.drop();
  });
  const stepProps: StepProps = { edit, onChange: setEdit, fault: faults.fault, isFaulty: faults.isFaulty };
  return (
    <Screen
      title={opened.title}
      lead={<Way recipeId={original?.id} serialNumber={serialNumber} />}
      actions={
        <>
          <DraftNote kept={draft.kept} />
          <Button leftSection={<IconDeviceFloppy size={20} aria-hidden />} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.editor} onBlur={() => faults.leave(step)}>
        <Tabs
          label={t('steps')}
          value={step}
          onChange={go}
          tabs={steps.map((value, index) => ({
            value,
            label: `${index + 1}. ${t(`step.${value}`)}`,
            ...(faults.counts[value] > 0 && { hint: t('toMend', { n: faults.counts[value] }) }),
          }))}
        >
          <StepBody step={step} {...stepProps} open={open} onOpen={setOpen} serialNumber={serialNumber} />
        </Tabs>
        <StepButtons step={step} onGo={go} onSave={save} />
      </div>
      <Leaving isChanged={() => isChanged && !isDone.current} onSave={save} onDiscard={draft.drop} />
      {isSaving && (
        <SaveFlow
          {...{ edit, original, isCopy }}
          onSaved={done}
          onRefused={(texts) => {
            setSaving(false);
            showFault(faults.refuse(texts));
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </Screen>
  );
}

function StepBody(
  props: StepProps & {
    step: Step;
    open: number | null;
    onOpen: (key: number | null) => void;
    serialNumber: string | undefined;
  },
) {
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      {props.step === 'phases' && (
        <div className={styles.columns}>
          <PhasesStep {...props} />
          <Expected {...props} />
        </div>
      )}
      {props.step === 'look' && <LookStep {...props} />}
      {props.step === 'words' && <WordsStep {...props} />}
    </Suspense>
  );
}

/** The step that the address names, and the way to another. */
function useStep(): { step: Step; go: (step: Step) => void } {
  const { step: named }: { step?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const step = steps.find((one) => one === named) ?? 'phases';
  const go = (next: Step) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, step: next }),
      replace: true,
    });
  return { step, go };
}

/** Brings the field of a fault to the fore: its step, its phase, and the focus. */
function useFirstFault(step: Step, go: (step: Step) => void, edit: RecipeEdit, onOpen: (key: number) => void) {
  const body = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ field: Field } | null>(null);
  useEffect(() => {
    if (!wanted || stepOf(wanted.field) !== step) return undefined;
    // The step and its marks are there by the next frame.
    const frame = requestAnimationFrame(() => {
      body.current?.querySelector<HTMLElement>('[role="tabpanel"] [aria-invalid="true"]')?.focus();
      setWanted(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, step]);
  const showFault = (field: Field | null) => {
    if (field === null) return;
    const [, place] = /^phases\.(\d+)/.exec(field) ?? [];
    const phase = place === undefined ? undefined : edit.phases[Number(place)];
    if (phase) onOpen(phase.key);
    if (stepOf(field) !== step) go(stepOf(field));
    setWanted({ field });
  };
  return { body, showFault };
}

/** What follows a save: the draft is over, and one goes where one wished to. */
function useSaved(serialNumber: string | undefined, onDone: () => void) {
  const { t } = useMessages(saveMessages);
  const navigate = useNavigate();
  const client = useQueryClient();
  const failed = useFailureToast();
  const pin = useCall(pinRecipe, { refresh: [listPinnedRecipes] });
  return async (recipeId: string, title: string | null, target: Target) => {
    onDone();
    if (title !== null) showToast({ kind: 'success', text: t('saved', { title }) });
    void refresh(client, ...cycleCalls);
    // It is saved, whether or not there is room on the dashboard.
    if (target === 'dashboard') await pin.send({ params: { recipeId } }).catch(failed);
    void navigate({
      to: target === 'dashboard' ? pathOf('dashboard') : placed(pathOf('recipe-overview', { recipeId }), serialNumber),
    });
  };
}

/** Asks before unsaved changes are left behind; another step is no leaving. */
function Leaving(props: { isChanged: () => boolean; onSave: () => void; onDiscard: () => Promise<void> }) {
  const { isChanged, onSave, onDiscard } = props;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isChanged(),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog
        onStay={blocker.reset}
        onSave={() => {
          blocker.reset();
          onSave();
        }}
        onDiscard={() => {
          void onDiscard();
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}

/** Back to the cycle that is edited, or to the library where it is new. */
function Way({
  recipeId,
  serialNumber,
}: {
  recipeId: string | undefined;
  serialNumber: string | undefined;
}): ReactNode {
  const { t } = useMessages(editorMessages);
  const path = recipeId === undefined ? pathOf('library') : pathOf('recipe-overview', { recipeId });
  return (
    <BackLink link={(looks) => <Link to={placed(path, serialNumber)} {...looks} />}>
      {t(recipeId === undefined ? 'back' : 'backToCycle')}
    </BackLink>
  );
}

function DraftNote({ kept }: { kept: ReturnType<typeof useDraft>['kept'] }) {
  const { t } = useMessages(saveMessages);
  const format = useFormat();
  return (
    <span className={styles.draft} role="status">
      {kept && t(kept.place === 'here' ? 'draftHere' : 'draftSaved', { time: format.clock(kept.at) })}
    </span>
  );
}

function StepButtons({ step, onGo, onSave }: { step: Step; onGo: (step: Step) => void; onSave: () => void }) {
  const { t } = useMessages(editorMessages);
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  return (
    <div className={styles.stepButtons}>
      {before && (
        <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={() => onGo(before)}>
          {t('previous')}
        </Button>
      )}
      {after ? (
        <Button rightSection={<IconArrowRight size={18} aria-hidden />} onClick={() => onGo(after)}>
          {t('next')}
        </Button>
      ) : (
        <Button leftSection={<IconDeviceFloppy size={20} aria-hidden />} onClick={onSave}>
          {t('save')}
        </Button>
      )}
    </div>
  );
}
