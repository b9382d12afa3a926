import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signUp, signUpBody } from '@brina/contract/calls/people/registration';
import { CallFailed } from '@brina/contract/wire/client';
import { modeOf } from './modes.ts';
import { emptySignUp, refusedFields, type SignUpValues, signUpFaults, signUpOf } from './sign-up-form.ts';

const { body: example } = signUp.example;
const { companyName, company, firstName, lastName, email, password } = example;
const ada: SignUpValues = {
  company: { ...emptySignUp.company, ...company, name: companyName },
  country: 'IT',
  firstName,
  lastName,
  email,
  password,
  confirmation: password,
  tos: true,
  privacy: true,
  marketing: false,
};

describe('the sign-up form', () => {
  it('S5.2 S5.5 names every required field in the order of the form; marketing is free', async () => {
    assert.deepEqual(Object.entries(await signUpFaults(emptySignUp)), [
      ['company.name', 'required'],
      ['company.country', 'required'],
      ['company.taxCode', 'required'],
      ['company.sector', 'required'],
      ['company.city', 'required'],
      ['company.phone', 'required'],
      ['firstName', 'required'],
      ['lastName', 'required'],
      ['country', 'required'],
      ['email', 'required'],
      ['password', 'passwordMissing'],
      ['confirmation', 'confirmationMissing'],
      ['tos', 'mustAccept'],
      ['privacy', 'mustAccept'],
    ]);
    assert.deepEqual(await signUpFaults(ada), {});
  });

  it('S5.2 S5.4 S5.5 tells what is wrong with what was typed', async () => {
    const faulty = (change: Partial<SignUpValues>) => signUpFaults({ ...ada, ...change });
    assert.deepEqual(await faulty({ email: 'ada@' }), { email: 'invalid_email' });
    assert.deepEqual(await faulty({ password: 'short', confirmation: 'short' }), { password: 'passwordRule' });
    assert.deepEqual(await faulty({ confirmation: 'Cold-line-2027' }), { confirmation: 'confirmationDiffers' });
    assert.deepEqual(await faulty({ tos: false }), { tos: 'mustAccept' });
    assert.deepEqual(await faulty({ company: { ...ada.company, district: '' } }), { 'company.district': 'required' });
  });

  it('S3.1 sends exactly the payload of the contract', () => {
    assert.deepEqual(signUpOf(ada, 'it'), example);
    assert.equal(signUpBody.safeParse(signUpOf({ ...ada, email: ' ada@example.com ' }, 'du')).success, true);
  });

  it('puts what the server refuses at the field it concerns', () => {
    const refusedBy = (...paths: string[]) =>
      new CallFailed(400, {
        code: 'sign_up_invalid',
        message: 'no',
        requestId: 'r',
        fields: paths.map((path) => ({ path, code: 'invalid', message: `wrong ${path}` })),
      });
    assert.deepEqual(refusedFields(refusedBy('body.company.phone', 'body.companyName', 'body.brand')), {
      'company.phone': 'wrong body.company.phone',
      'company.name': 'wrong body.companyName',
    });
    assert.deepEqual(refusedFields(refusedBy()), {});
    assert.deepEqual(refusedFields(new TypeError('cut')), {});
  });
});

describe('the mode of the login page', () => {
  it('S2.9 S4.1 stands in the address; the code is asked for only when its credentials are known', () => {
    const known = { email, password };
    assert.deepEqual(
      ['signup', 'forgot', undefined, 'admin'].map((asked) => modeOf(asked, null)),
      ['signup', 'forgot', 'signin', 'signin'],
    );
    assert.deepEqual([modeOf('confirm', null), modeOf('confirm', known)], ['signin', 'confirm']);
  });
});
