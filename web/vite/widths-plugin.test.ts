import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mobileBreakpoint_px } from '@brina/domain/constants';
import { writeWidths } from './widths-plugin.ts';

describe('the widths in style sheets', () => {
  it('S9.4 stand in media queries where their names stood, and nowhere else', () => {
    assert.equal(
      writeWidths('@media (--desktop) and (--mobile) { a { gap: var(--gap); color: attr(--mobile) } }'),
      `@media (min-width: ${(mobileBreakpoint_px + 1) / 16}em) and (max-width: ${mobileBreakpoint_px / 16}em) { a { gap: var(--gap); color: attr(--mobile) } }`,
    );
  });

  it('S9.4 are called by their names: another one is no rule that nobody sees', () => {
    assert.throws(() => writeWidths('a { gap: 0 } @media (--mobil) { a { gap: 0 } }'), /--mobil.*--mobile/);
  });
});
