import { displayModel } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { gammas } from '@brina/domain/appliance/families/family';
import { applianceTerms } from '../../../lib/appliance-term.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { FilterChoice } from '../../../ui/FilterChoice.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';

/** Texts to have before it is shown. */
export const applianceFilterMessages = [applianceTerms, familyMessages];

type Field = { value: string; onChange: (value: string) => void };

/**
 * The filters that every list of appliances has: category, model, connection.
 * @param models stored names to choose from
 */
export function ApplianceFilters(props: {
  list: { field: (attribute: 'gamma' | 'modelName' | 'online') => Field };
  models: readonly string[];
}) {
  const { list, models } = props;
  const { t } = useMessages(applianceTerms);
  const { t: category } = useMessages(familyMessages);
  const model = list.field('modelName');
  return (
    <>
      <FilterChoice
        label={t('category')}
        any={t('anyCategory')}
        data={gammas.map((value) => ({ value, label: category(value) }))}
        {...list.field('gamma')}
      />
      <FilterSelect
        label={t('model')}
        placeholder={t('anyModel')}
        nothingFound={t('noModel')}
        clearable
        data={models.map((value) => ({ value, label: displayModel(value) }))}
        value={model.value || null}
        onChange={(value) => model.onChange(value ?? '')}
      />
      <FilterChoice
        label={t('connection')}
        any={t('anyConnection')}
        data={[
          { value: 'true', label: t('online') },
          { value: 'false', label: t('offline') },
        ]}
        {...list.field('online')}
      />
    </>
  );
}
