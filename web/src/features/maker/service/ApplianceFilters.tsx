import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { displayModel } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { gammas } from '@brina/domain/appliance/families/family';
import { useMessages } from '../../../lib/messages.ts';
import { FilterChoice } from '../../../ui/FilterChoice.tsx';
import { MultiChoice } from '../../../ui/MultiChoice.tsx';

/** Texts to have before it is shown. */
export const applianceFilterMessages = [applianceTerms, familyMessages];

type Field = { value: string; onChange: (value: string) => void };
type Choice = { value: readonly string[]; onChange: (value: readonly string[]) => void };
/** Requests have room for twenty filters (`contract/src/wire/lists.ts`): these, and those of one value beside them. */
const models_max = 12;

/**
 * The filters that every list of appliances has: category, model, connection.
 * @param models stored names to choose from
 */
export function ApplianceFilters(props: {
  list: { field: (attribute: 'gamma' | 'online') => Field; choice: (attribute: 'modelName') => Choice };
  models: readonly string[];
}) {
  const { list, models } = props;
  const { t } = useMessages(applianceTerms);
  const { t: category } = useMessages(familyMessages);
  return (
    <>
      <FilterChoice
        label={t('category')}
        any={t('anyCategory')}
        data={gammas.map((value) => ({ value, label: category(value) }))}
        {...list.field('gamma')}
      />
      <MultiChoice
        oneLine
        label={t('model')}
        placeholder={t('anyModel')}
        nothingFound={t('noModel')}
        removeLabel={(name) => t('takeAway', { name })}
        most={models_max}
        data={models.map((value) => ({ value, label: displayModel(value) }))}
        {...list.choice('modelName')}
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
