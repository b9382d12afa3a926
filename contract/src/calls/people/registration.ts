import { signUpBrand } from '@brina/domain/constants';
import { sectors } from '@brina/domain/people/company';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import {
  confirmationCode,
  country,
  email,
  language,
  line,
  newPassword,
  phone,
  taxCode,
  taxCodeChecked,
} from '../../wire/values.ts';
import { signUpPreferencesBody } from './account.ts';

/** The sign-up payload: exactly these fields (S3.1). District and postal code only where an address has them (S5.4). */
export const signUpBody = z.strictObject({
  companyName: line(120, 1),
  company: z.strictObject({
    sector: z.enum(sectors),
    country: country(),
    city: line(80, 1),
    district: line(40),
    postalCode: line(16),
    phone: phone(1),
    taxCode: taxCode(),
  }),
  country: country(),
  firstName: line(80, 1),
  lastName: line(80, 1),
  email: email(),
  password: newPassword(),
  /** Terms and privacy must be accepted (S5.2). */
  tos: z.literal(true),
  marketing: z.boolean(),
  brand: z.literal(signUpBrand),
  language: language(),
  preferences: signUpPreferencesBody,
});
export type SignUp = z.output<typeof signUpBody>;

export const signUp = call({
  id: 'registration.signUp',
  spec: 'S7.5 S3.1 S5.2 S8.4',
  summary: 'Registers a company with its first user, who is INACTIVE until the mailed code is confirmed',
  method: 'POST',
  path: '/api/v1/account/graph/users',
  roles: 'none',
  /** Where the person is: clocks of the new company's kitchens begin with it. */
  headers: z.object({
    'time-zone': z.optional(line(60)),
    'tax-code-checked': taxCodeChecked(),
  }),
  body: signUpBody,
  reply: coded(),
  errors: ['sign_up_invalid', 'too_many_requests'],
  example: {
    headers: { 'time-zone': 'Europe/Rome' },
    body: {
      companyName: 'Pasticceria Neri',
      company: {
        sector: 'pastry',
        country: 'IT',
        city: 'Treviso',
        district: 'TV',
        postalCode: '',
        phone: '+39 0422 412345',
        taxCode: '00743110157',
      },
      country: 'IT',
      firstName: 'Ada',
      lastName: 'Neri',
      email: 'ada@example.com',
      password: 'Cold-line-2026',
      tos: true,
      marketing: false,
      brand: signUpBrand,
      language: 'it_IT',
      preferences: {
        push_notification: true,
        offline_mail_notification: true,
        measurement_system: 'metric',
        hours_display_system: '24h',
        appliance_report: true,
        haccp_report: true,
        alarm_mail_notification: true,
      },
    },
    reply: { code: '200' },
  },
});

export const checkCode = call({
  id: 'registration.checkCode',
  spec: 'S7.9 S7.39 S4.27 S8.6',
  summary: 'Confirms the e-mail address of the signed-in INACTIVE user by the mailed code of four digits',
  method: 'POST',
  path: '/api/v1/account/verification-code/check',
  roles: 'any',
  beforeTerms: true,
  unconfirmed: true,
  query: z.object({ code: confirmationCode() }),
  reply: coded(),
  errors: ['code_wrong', 'code_expired'],
  example: { query: { code: '0042' }, reply: { code: '200' } },
});

export const resendCode = call({
  id: 'registration.resendCode',
  spec: 'S7.9 S8.7',
  summary: 'Mails a new confirmation code; the earlier one is worth nothing',
  method: 'POST',
  path: '/api/v1/account/verification-code/resend',
  roles: 'any',
  beforeTerms: true,
  unconfirmed: true,
  reply: coded(),
  errors: ['already_confirmed', 'too_many_requests'],
  example: { reply: { code: '200' } },
});

export const resetPassword = call({
  id: 'registration.resetPassword',
  spec: 'S7.6 S8.5',
  summary: 'Mails a link for a new password, if the address has an account; the answer never tells',
  method: 'POST',
  path: '/api/v1/account/graph/resetPassword/{email}',
  roles: 'none',
  params: z.object({ email: email() }),
  reply: coded(),
  errors: ['too_many_requests'],
  example: { params: { email: 'ada@example.com' }, reply: { code: '200' } },
});

/** The secret of a mailed link: in a header, so that no log of addresses has it. */
const linkToken = () => z.string().check(z.minLength(1), z.maxLength(200));

/**
 * What a link was mailed for, told to who holds it and for as long as it works: who is about to accept an invitation sees of which
 * company it is as the portal knows it, not as the address of a page says.
 */
export const lookAtLink = call({
  id: 'registration.lookAtLink',
  spec: 'S2.11 S4.19 S8.8',
  summary:
    'Tells what the link of a mail is for, without using it: which company invites, and who; or a password to be set anew',
  method: 'GET',
  path: '/api/v1/account/graph/changePassword/{email}',
  roles: 'none',
  params: z.object({ email: email() }),
  headers: z.object({ 'verification-code': linkToken() }),
  reply: json(
    z.object({
      /** Null: the link sets a forgotten password. */
      invitation: z.nullable(
        z.object({
          /** As the company is called now. */
          company: z.string(),
          /** Null where the account is gone. */
          inviter: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
        }),
      ),
    }),
  ),
  errors: ['link_invalid', 'too_many_requests'],
  example: {
    params: { email: 'ada@example.com' },
    headers: { 'verification-code': 'q5tB0y8iJv2m6w1kZr9xPA' },
    reply: { invitation: { company: 'Cucina Aurora', inviter: { firstName: 'Marco', lastName: 'Aurora' } } },
  },
});

export const changePassword = call({
  id: 'registration.changePassword',
  spec: 'S7.7 S4.12 S8.8',
  summary: 'Sets a new password by the code of a mailed link, once; also accepts an invitation. All sessions end',
  method: 'POST',
  path: '/api/v1/account/graph/changePassword/{email}',
  roles: 'none',
  params: z.object({ email: email() }),
  headers: z.object({
    'verification-code': linkToken(),
    /** As it is, or, for what is no Latin-1, as `UTF-8''` with percent escapes (RFC 8187, 3.2). */
    'new-password': z.string().check(z.minLength(1), z.maxLength(2000)),
  }),
  reply: coded(),
  errors: ['link_invalid', 'password_weak', 'password_common', 'password_personal', 'too_many_requests'],
  example: {
    params: { email: 'ada@example.com' },
    headers: { 'verification-code': 'q5tB0y8iJv2m6w1kZr9xPA', 'new-password': 'Cold-line-2027' },
    reply: { code: '200' },
  },
});

export const registrationCalls = [signUp, checkCode, resendCode, resetPassword, lookAtLink, changePassword] as const;
