import { passportLink, passportPath } from '@brina/contract/calls/maker/passport';
import { filled } from '@brina/contract/wire/paths';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';

/** The address of an appliance's product passport (S7.26). */
export const passportHandlers = ({ address }: Parts): readonly Handled[] => [
  handle(passportLink, async ({ db, params }) => {
    const { model } = await db
      .selectFrom('appliance')
      .select('model')
      .where('serial', '=', params.serial)
      .executeTakeFirstOrThrow();
    const gtin = modelRow(model)?.gtin;
    return { link: gtin === undefined ? null : `${address()}${filled(passportPath, { gtin, serial: params.serial })}` };
  }),
];
