import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as constants from './constants.ts';
import { formatMoney } from './language/numbers.ts';

describe('the specification’s constants', () => {
  it('S9.1 times, lengths and widths are those of its section 9', () => {
    assert.deepEqual(
      [
        constants.passwordLength_min,
        constants.confirmationCode_digits,
        constants.taxCodeLength_min,
        constants.redirectAfterLogin_ms,
        constants.messageLife_ms,
        constants.chunkLoadTimeout_ms,
        constants.tokenRefresh_ms,
        constants.notificationCounterPoll_ms,
        constants.chatAutoStart_ms,
        constants.scrollDelay_ms,
        constants.multiselectSearchClear_ms,
        constants.mobileBreakpoint_px,
        constants.languageDialogBreakpoint_px,
        constants.missingDataBreakpoint_px,
        constants.dialogWidth_px,
      ],
      [10, 4, 2, 500, 3000, 120_000, 3_000_000, 30_000, 100, 300, 500, 1091, 1010, 590, 580],
    );
    assert.equal(constants.rememberMeDefault, true);
    assert.equal(constants.defaultEnvironment, 'prod');
  });

  it('S9.10 S3.24 energy is paid in euros a kilowatt-hour', () => {
    assert.equal(constants.currency, 'EUR');
    assert.equal(formatMoney(0.25, 'en'), '€0.25');
  });

  it('S5.14 demo mode: no e-mail, or the demo account', () => {
    for (const email of [null, undefined, '', constants.demoAccount]) assert.equal(constants.isDemoMode(email), true);
    assert.equal(constants.isDemoMode('ada@example.com'), false);
  });
});
