import { displayModel } from '@brina/domain/appliance/families/families';
import { auditDetails, isAuditDetail } from '@brina/domain/people/audit';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { auditMessages } from './audit.messages.ts';
import { fleetMessages } from './fleet.messages.ts';

/** What an entry of the audit log tells besides, in words; what this version has no word for stays as it is stored. */
export function useDetailWords(): (name: string, value: string | number | boolean) => string {
  const own = useMessages(auditMessages);
  const control = useMessages(controlMessages);
  const fleet = useMessages(fleetMessages);
  const role = useMessages(roleMessages);
  const format = useFormat();
  const words: Record<(typeof auditDetails)[keyof typeof auditDetails], (value: string) => string> = {
    data: (value) => value,
    number: (value) => format.number(Number(value)),
    flag: (value) => own.t(value === 'true' ? 'yes' : 'no'),
    kind: (value) => shown(own, `kind.${value}`, value),
    fields: (value) =>
      value
        .split(' ')
        .map((field) => shown(own, `field.${field}`, field))
        .join(' · '),
    model: displayModel,
    command: (value) => shown(control, `command.${value}`, value),
    market: (value) => shown(fleet, `domain.${value}`, value),
    role: (value) => shown(role, value, value),
  };
  return (name, value) =>
    isAuditDetail(name)
      ? own.t('told', { term: own.t(`detail.${name}`), value: words[auditDetails[name]](String(value)) })
      : own.t('told', { term: name, value: String(value) });
}

/** The word of a code, or what stands in for a code that has none. */
function shown<K extends string>(
  { t, has }: { t: (key: K) => string; has: (key: string) => key is K },
  key: string,
  otherwise: string,
): string {
  return has(key) ? t(key) : otherwise;
}
