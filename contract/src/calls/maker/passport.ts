import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Where the passport of a model is, and of one unit: GS1 Digital Link, GTIN as AI 01, serial number as AI 21. */
export const modelPassportPath = '/01/{gtin}';
export const passportPath = '/01/{gtin}/21/{serial}';

const serial = 'MF26004179';

export const passportLink = call({
  id: 'passport.link',
  spec: 'S7.26 S2.23',
  summary: 'Address of the public product passport of an appliance (GS1 Digital Link), null for a model without a GTIN',
  method: 'GET',
  path: '/api/v1/appliance/dpp-link/{serial}',
  // The passport is public: whoever asks for its address may, with a token of a user or without.
  roles: 'generic',
  params: z.object({ serial: id('publicAppliance') }),
  reply: json(z.object({ link: z.nullable(z.string()) })),
  errors: [],
  example: {
    params: { serial },
    reply: { link: `https://portal.example/01/09521017010048/21/${serial}` },
  },
});

export const passportCalls = [passportLink] as const;
