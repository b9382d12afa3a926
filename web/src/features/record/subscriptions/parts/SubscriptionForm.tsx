import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import {
  changeSubscription,
  createSubscription,
  listSubscriptions,
  type MailSubscription,
} from '@brina/contract/calls/record/subscriptions';
import { letterPeriods } from '@brina/domain/haccp/closed-period';
import { receivers_max } from '@brina/domain/haccp/subscriptions';
import { endonym, locales, wireLocale } from '@brina/domain/language/locales';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '../../../../lib/email.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import styles from '../Subscriptions.module.css';
import { subscriptionMessages } from '../subscriptions.messages.ts';

/** What the book shows: a kitchen, or an appliance. */
export type SubscriptionScope = { labId: string | undefined; serialNumber: string | undefined };

type Values = {
  labId: string;
  every: MailSubscription['every'];
  language: string;
  addresses: string[];
};

/** In any case of letters it is the same address. */
const bare = (typed: string): string => typed.trim().toLowerCase();

/** Makes a subscription, or changes how often its emails come, in which language, and to whom. */
export function SubscriptionForm(props: {
  scope: SubscriptionScope;
  of: MailSubscription | null;
  onClose: () => void;
}) {
  const { scope, of, onClose } = props;
  const { t, locale } = useMessages(subscriptionMessages);
  const refresh = { refresh: [listSubscriptions], done: t('saved') };
  const create = useToldCall(createSubscription, refresh);
  const change = useToldCall(changeSubscription, refresh);
  const known = of?.receivers.map(({ address }) => address) ?? [];
  const fault = (typed: string, all: readonly string[], place: number): string | null => {
    if (bare(typed) === '') return null;
    if (!isEmail(typed)) return t('addressForm');
    return all.findIndex((one) => bare(one) === bare(typed)) < place ? t('addressTwice') : null;
  };
  const initialValues: Values = {
    labId: scope.labId ?? '',
    every: of?.every ?? 'week',
    language: of?.language ?? wireLocale(locale),
    addresses: Array.from({ length: receivers_max }, (_, n) => known[n] ?? ''),
  };
  const { form, dialog } = useCallForm<Values>({
    initialValues,
    validate: (values) =>
      Object.fromEntries(
        values.addresses.map((typed, n) => [`addresses.${n}`, fault(typed, values.addresses, n)] as const),
      ),
    save: async ({ labId, addresses, ...wanted }) => {
      const body = { ...wanted, addresses: addresses.map((one) => one.trim()).filter((one) => one !== '') };
      const { serialNumber } = scope;
      if (of) await change.send({ params: { subscriptionId: of.id }, body });
      else if (serialNumber !== undefined) await create.send({ body: { ...body, serialNumber } });
      else await create.send({ body: { ...body, ...(labId !== '' && { labId }) } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(of ? 'changeTitle' : 'newTitle')}
      onClose={onClose}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      {of || scope.serialNumber !== undefined ? (
        <Text c="dimmed">{of?.unit?.name ?? of?.laboratory?.name ?? (of ? t('all') : scope.serialNumber)}</Text>
      ) : (
        <Kitchen {...form.getInputProps('labId')} />
      )}
      <NativeSelect
        label={t('every')}
        data={letterPeriods.map((value) => ({ value, label: t(`every.${value}`) }))}
        {...form.getInputProps('every')}
      />
      <NativeSelect
        label={t('language')}
        data={locales.map((one) => ({ value: wireLocale(one), label: endonym(one) }))}
        {...form.getInputProps('language')}
      />
      <Addresses typed={form.values.addresses} fieldOf={(n) => form.getInputProps(`addresses.${n}`)} />
    </FormDialog>
  );
}

/** A field for each further address, and one more. */
function Addresses({ typed, fieldOf }: { typed: readonly string[]; fieldOf: (n: number) => object }) {
  const { t } = useMessages(subscriptionMessages);
  const last = typed.findLastIndex((one) => one.trim() !== '');
  return (
    <>
      <h3 className={styles.title}>{t('addresses')}</h3>
      <Text c="dimmed">{t('addressesHint')}</Text>
      {typed.slice(0, last + 2).map((_, n) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that a field is
          key={n}
          type="email"
          autoComplete="off"
          label={t('address', { n: n + 1 })}
          {...fieldOf(n)}
        />
      ))}
    </>
  );
}

/** Of which kitchen the records are, or of all. */
function Kitchen(field: object) {
  const { t } = useMessages(subscriptionMessages);
  const { data: kitchens = [] } = useQuery(callQuery(listLaboratories, {}));
  const data = [{ value: '', label: t('all') }, ...kitchens.map(({ id, name }) => ({ value: id, label: name }))];
  return <NativeSelect label={t('what')} data={data} {...field} />;
}
