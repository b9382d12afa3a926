import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { answered, mergeSlot, type Placed, type SlotSides, samePlaced, slotState } from './favourites.ts';

const cycle = (number: number | null, version = 1, hash = '9f3c6a01d2e4b785') => ({ number, version, hash });
const a = cycle(1042);
const b = cycle(1043);
const c = cycle(1044);
const made = cycle(null, 0, '00000000000000aa');

/** Few enough that sides often agree: two cycles, a newer version, one changed at the panel, one made there, nothing. */
const placed: fc.Arbitrary<Placed> = fc.constantFrom(a, b, cycle(1042, 2, 'ff'), cycle(1042, 1, 'ee'), made, null);

describe('merging a place', () => {
  const table: readonly [string, SlotSides, ReturnType<typeof mergeSlot>][] = [
    ['a b a: b is sent', { base: a, portal: b, unit: a }, { open: 'send', base: a, portal: b }],
    ['a a c: the portal takes c', { base: a, portal: a, unit: c }, { open: 'agreed', base: c, portal: c }],
    ['a b b: agreed', { base: a, portal: b, unit: b }, { open: 'agreed', base: b, portal: b }],
    ['a b c: a question', { base: a, portal: b, unit: c }, { open: 'differs', base: a, portal: b }],
    ['a – c: a question, too', { base: a, portal: null, unit: c }, { open: 'differs', base: a, portal: null }],
    ['a – a: it is emptied', { base: a, portal: null, unit: a }, { open: 'send', base: a, portal: null }],
    ['a a –: emptied at the panel', { base: a, portal: a, unit: null }, { open: 'agreed', base: null, portal: null }],
    ['– – u: shown', { base: null, portal: null, unit: made }, { open: 'agreed', base: made, portal: made }],
    // The wish was changed while an earlier one was on its way, which has arrived.
    ['sent is there', { base: a, portal: c, unit: b, sent: b }, { open: 'send', base: b, portal: c }],
    ['sent is not there', { base: a, portal: c, unit: a, sent: b }, { open: 'send', base: a, portal: c }],
  ];
  for (const [title, sides, merged] of table) {
    it(`S3.10 ${title}`, () => assert.deepEqual(mergeSlot(sides), merged));
  }

  it('S3.10 B3.4 every combination of the sides ends agreed, on its way or in a question, and nothing is lost unasked', () => {
    fc.assert(
      fc.property(placed, placed, placed, (base, portal, unit) => {
        const merged = mergeSlot({ base, portal, unit });
        const again = mergeSlot({ base: merged.base, portal: merged.portal, unit });
        assert.deepEqual(again, merged, 'merged once is merged');
        if (merged.open === 'agreed') {
          assert.ok(samePlaced(merged.portal, unit) && samePlaced(merged.base, unit));
          // The portal's own wish only gives way where nobody had changed it.
          assert.ok(samePlaced(portal, unit) || samePlaced(portal, base));
        } else {
          assert.deepEqual(merged.portal, portal);
          assert.equal(samePlaced(merged.base, unit), merged.open === 'send');
        }
      }),
    );
  });

  it('S3.10 B3.4 either answer ends a question', () => {
    fc.assert(
      fc.property(placed, placed, placed, (base, portal, unit) => {
        const sides = { base, portal, unit };
        const kept = mergeSlot(answered(sides, 'appliance'));
        assert.deepEqual([kept.open, kept.portal], ['agreed', unit]);
        const sent = mergeSlot(answered(sides, 'portal'));
        assert.equal(sent.open, samePlaced(portal, unit) ? 'agreed' : 'send');
        assert.deepEqual(sent.portal, portal);
      }),
    );
  });
});

/** One place, its portal and its appliance: what is said travels, and arrives later or not at all. */
class Exchange {
  portal: Placed = null;
  base: Placed = null;
  /** As the portal heard it last. */
  told: Placed = null;
  unit: Placed = null;
  #sent: { wish: Placed; over: Placed } | null = null;

  get open(): 'agreed' | 'send' | 'differs' {
    return this.#merge().open;
  }

  choose(wish: Placed): void {
    this.portal = wish;
    // Who chooses sees both sides.
    if (this.open === 'differs') this.base = this.told;
    this.#merge();
  }

  press(made: Placed): void {
    this.unit = made;
  }

  send(): void {
    if (this.#sent === null && this.open === 'send') this.#sent = { wish: this.portal, over: this.told };
  }

  /** The command arrives: the unit takes it over what the portal saw there, and nothing else. */
  arrive(): void {
    if (this.#sent === null) return;
    const { wish, over } = this.#sent;
    if (this.unit === null || samePlaced(this.unit, over) || samePlaced(this.unit, wish)) this.unit = wish;
  }

  /** The unit tells what it has; what was sent is answered then. */
  tell(): void {
    this.told = this.unit;
    this.#merge();
    this.#sent = null;
  }

  /** The command is over without an answer. */
  expire(): void {
    this.#sent = null;
  }

  #merge() {
    const { portal, base, told } = this;
    const merged = mergeSlot({ base, portal, unit: told, ...(this.#sent && { sent: this.#sent.wish }) });
    this.portal = merged.portal;
    this.base = merged.base;
    return merged;
  }
}

describe('an exchange over a bad line', () => {
  type Step = readonly ['choose' | 'press', Placed] | readonly ['send' | 'arrive' | 'tell' | 'expire'];
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(fc.constantFrom('choose' as const, 'press' as const), placed),
    fc.tuple(fc.constantFrom('send' as const, 'arrive' as const, 'tell' as const, 'expire' as const)),
  );

  it('S3.10 B3.4 whatever the order of edits, cuts and answers, it ends in sync or in a question, and no wish is lost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
        const exchange = new Exchange();
        const seen: Placed[] = [];
        for (const [what, value] of steps) {
          const { unit: before, portal: wished, base } = exchange;
          if (what === 'choose' || what === 'press') exchange[what](value ?? null);
          else exchange[what]();
          if (what === 'tell') seen.push(exchange.told);
          // What somebody wished in the portal gives way to the panel only where it was agreed.
          if (what !== 'choose' && !samePlaced(exchange.portal, wished)) assert.ok(samePlaced(wished, base));
          // What somebody made at the panel stays until the portal has seen it.
          if (what === 'arrive' && before !== null && !samePlaced(exchange.unit, before))
            assert.ok(seen.some((one) => samePlaced(one, before)));
        }
        // The line is good again, and nobody changes anything.
        for (let round = 0; round < 3; round++) {
          exchange.expire();
          exchange.tell();
          exchange.send();
          exchange.arrive();
          exchange.tell();
        }
        const { open, portal, unit } = exchange;
        assert.ok(open === 'differs' ? !samePlaced(portal, unit) : open === 'agreed' && samePlaced(portal, unit));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the state of a place', () => {
  const moment = { online: true, running: false, refusal: null };
  it('S3.10 S8.21 says what it waits for, and a refusal that does not pass by itself', () => {
    assert.equal(slotState('agreed', { ...moment, online: false }), 'inSync');
    assert.equal(slotState('differs', { ...moment, running: true }), 'differs');
    assert.equal(slotState('send', moment), 'sending');
    assert.equal(slotState('send', { ...moment, online: false, running: true }), 'offline');
    assert.equal(slotState('send', { ...moment, running: true }), 'running');
    assert.equal(slotState('send', { ...moment, running: true, refusal: 'cycle_running' }), 'running');
    assert.equal(slotState('send', { ...moment, online: false, refusal: 'expired' }), 'offline');
    assert.equal(slotState('send', { ...moment, refusal: 'expired' }), 'refused');
    assert.equal(slotState('send', { ...moment, online: false, refusal: 'out_of_range' }), 'refused');
  });
});
