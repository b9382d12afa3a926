import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

export const seeNotice = call({
  id: 'notices.see',
  spec: 'S1.6',
  summary: 'Says that a notice of an appliance is understood: it is over for everybody of the kitchen',
  method: 'POST',
  path: '/api/v1/appliance/appliances/{id}/notices/{noticeId}/seen',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance'), noticeId: id('notice') }),
  reply: coded(),
  errors: [],
  example: {
    params: { id: 'MFL45-26-000123', noticeId: '0198c0de-0000-7000-8000-0000000000d1' },
    reply: { code: '200' },
  },
});

export const noticeCalls = [seeNotice] as const;
