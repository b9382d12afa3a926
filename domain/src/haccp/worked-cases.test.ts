import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minute_ms } from '../language/durations.ts';
import type { Batch } from './batch.ts';
import { judgeBatch } from './judge.ts';
import type { Judgement } from './judgement.ts';
import { type RuleId, rules } from './rules.ts';
import { type Curve, lengthOf, samplesOf, start } from './testing/curves.ts';
import type { Verdict } from './verdicts.ts';

/** A worked case: curves of points and air, and what rules say of it: `verdict minutes+minutes [from–to] reason`. */
type Case = {
  readonly name: string;
  readonly core: Curve | readonly Curve[];
  readonly air?: Curve;
  readonly none?: readonly [from_min: number, to_min: number];
  readonly given?: Partial<Batch>;
  readonly says: Readonly<Partial<Record<RuleId, string>>>;
};

/** The curve under the four rules that judge most of the cases. */
const four = (CHILL_90: string, FR_2009: string, US_FDA: string, AU_322: string) => ({
  CHILL_90,
  FR_2009,
  US_FDA,
  AU_322,
});

const iceTray = '0,75 40,40 40.17,12 60,3';

/** Up to 9 °C and back for 35 minutes, in 55 seconds each. */
const warmingForMoments = Array.from({ length: 19 }, (_, i) => `${63 + 1.83 * i},3.45 ${63.92 + 1.83 * i},9`).join(' ');

const cases: readonly Case[] = [
  {
    name: '1 a good load',
    core: '0,80 10,70 40,25 80,3 85,2',
    says: {
      ...four('PASS 70.0', 'PASS 52.6', 'PASS 28.6+57.7', 'PASS 30.6+29.1'),
      JP_MHLW: 'FAIL 67.3',
    },
  },
  {
    name: '2 on the limit',
    core: '0,70 90,3',
    says: four('PASS 90.0', 'PASS 71.2', 'PASS 48.4+69.9', 'PASS 52.4+21.5'),
  },
  { name: '3 half a minute beyond', core: '0,70 90.5,3', says: { CHILL_90: 'FAIL 90.5' } },
  {
    name: '4 a thick load',
    core: '0,75 5,70 60,35 135,3',
    says: {
      ...four('FAIL 130.0', 'PASS 102.6', 'PASS 67.4+104.9', 'PASS 72.1+37.5'),
      IE_FSAI_15: 'PASS 135.0',
      NL_HORECA: 'PASS 125.6',
      DE_DIN10536: 'FAIL 122.1',
    },
  },
  {
    name: '5 stopped in time',
    core: '0,75 5,70 50,18',
    says: four('ABORTED target_not_reached', 'ABORTED', 'ABORTED 31.2', 'ABORTED 33.7'),
  },
  {
    name: '6 stopped late',
    core: '0,75 5,70 120,12',
    says: { CHILL_90: 'FAIL', FR_2009: 'ABORTED', US_FDA: 'ABORTED 71.4' },
  },
  {
    name: '7 loaded warm',
    core: '0,45 60,3 65,2',
    says: four('PASS 60.0', 'PASS 50.0', 'PASS 34.3+57.1', 'PASS 34.3+22.9'),
  },
  { name: '8 loaded cool', core: '0,20 50,3', says: four('PASS 50.0', 'PASS 29.4', 'PASS 44.1', 'PASS –+44.1') },
  {
    name: '9 loaded cold',
    core: '0,2 40,1',
    air: '0,0 40,-2',
    says: four('– – loaded_cold', '– – loaded_cold', '– –+– loaded_cold', '– –+– loaded_cold'),
  },
  {
    name: '9a loaded cold, and warm since',
    core: '0,2 5,2 40,15',
    air: '0,0 40,10',
    says: { CHILL_90: '– warmed_since', US_FDA: '– warmed_since' },
  },
  {
    name: '10 a needle stuck at 2 °C while hot food warms the air',
    core: '0,2 80,2',
    air: '0,12 30,-3 80,-6',
    says: four('NOT_PROVEN core_below_air', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '11 a bounded gap',
    core: '0,80 10,70 40,25 80,3 85,2',
    none: [20, 32],
    says: four('PASS_WITH_GAP 70.0', 'PASS_WITH_GAP 52.6', 'PASS_WITH_GAP 28.6+57.7', 'PASS_WITH_GAP 30.6+29.1'),
  },
  {
    name: '12 the target is reached inside a gap',
    core: '0,70 82,6 88,3 100,1',
    none: [84, 96],
    says: four('NOT_PROVEN 91.2 [84.0–96.0]', 'PASS 67.9', 'PASS 46.1+67.3', 'PASS 50.0+21.2'),
  },
  {
    name: '12a a gap that hides both ends of a stage',
    core: '0,80 10,71 70,2 80,1',
    none: [10, 70],
    says: { CHILL_90: 'PASS_WITH_GAP 58.3 [0.0–60.0]' },
  },
  {
    name: '13 a start that nobody measured',
    core: '0,64 12,52 70,3',
    none: [0, 12],
    says: four(
      'PASS_WITH_GAP 70.0 [58.0–70.0]',
      'PASS_WITH_GAP 61.7',
      'PASS_WITH_GAP 48.7+67.6',
      'PASS_WITH_GAP 48.7+18.9',
    ),
  },
  {
    name: '14 an end that nobody measured',
    core: '0,70 40,30 80,3',
    none: [40, 80],
    says: four('NOT_PROVEN gap_unbounded', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '15 a needle in cold air before the food came',
    core: '0,-6 6,-6 6.17,71 80,3',
    air: '0,2 6,-7 80,-12',
    says: four('PASS 72.7', 'PASS 57.5', 'PASS 39.1+56.5', 'PASS 42.3+17.4'),
  },
  {
    name: '16 the same, and too slow',
    core: '0,-6 2,-6 2.17,74 130,3',
    air: '0,-6 130,-12',
    says: four('FAIL 120.6', 'PASS 95.4', 'PASS 64.8+93.6', 'PASS 70.2+28.8'),
  },
  {
    name: '17 a needle pulled out for half a minute',
    core: '0,75 20,53 20.17,-8 20.5,-8 20.67,52.4 126,3',
    air: '0,-8 126,-8',
    says: four('FAIL 121.5', 'PASS 100.2', 'PASS 71.3+105.4', 'PASS 74.0+34.1'),
  },
  {
    name: '18 a needle moved to another tray',
    core: iceTray,
    air: '0,-8 60,-8',
    says: four('NOT_PROVEN probe_moved', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '19 the warmest point breaks',
    core: ['0,75 30,50', '0,75 30,30 60,3'],
    says: four('NOT_PROVEN probe_fault', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '20 slow for one country, in time for another',
    core: '0,60 40,21 330,5',
    says: four('FAIL', 'FAIL 239.3', 'PASS 36.9+326.9', 'FAIL 40.0+290.0'),
  },
  {
    name: '22 food that warmed again',
    core: '0,70 60,3 65,2 75,9 100,3',
    says: { ...four('FAIL 100.0 rose_again', 'PASS 47.5', 'PASS 32.2+80.0', 'PASS 34.9+47.8'), JP_MHLW: 'PASS 53.7' },
  },
  {
    name: '23 forty minutes without power, and the food warmed',
    core: '0,70 30,40 70,44 120,3',
    none: [30, 70],
    says: four('FAIL 120.0', 'NOT_PROVEN 104.5', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '24 a quarter of an hour without power',
    core: '0,70 30,40 45,37 88,3',
    none: [30, 45],
    says: four('PASS_WITH_GAP 88.0', 'PASS_WITH_GAP 72.1', 'PASS_WITH_GAP 52.2+72.5', 'PASS_WITH_GAP 55.2+20.2'),
  },
  {
    name: '25 a needle in air',
    core: '0,22 35,-12',
    air: '0,22 35,-12.5',
    says: four('NOT_PROVEN core_follows_air', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '26 a needle in air, then in food',
    core: '0,24 12,-4 12.17,66 95,3',
    air: '0,24 12,-4.4 95,-12',
    says: four('NOT_PROVEN 95.0 [82.8–95.0]', 'PASS 69.7', 'PASS 47.3+68.4', 'PASS 51.3+21.0'),
  },
  {
    name: '27 nothing for the first hour, then cold',
    core: '0,70 59,3 80,1',
    none: [0, 60],
    says: four('NOT_PROVEN start_not_seen', 'NOT_PROVEN', 'NOT_PROVEN', 'NOT_PROVEN'),
  },
  {
    name: '28 taken out after it was cold',
    core: '0,75 4,70 80,3 86,1 86.17,12 87,21 88,23',
    air: '0,-10 85,-4 86,5 88,15',
    says: four('PASS 76.0', 'PASS 60.1', 'PASS 40.8+59.0', 'PASS 44.2+18.1'),
  },
  {
    name: '29 a probe that reads 1.2 K low',
    core: '0,70 85,3 100,0',
    given: { probeErrors_K: [-1.2] },
    says: four('PASS 89.5', 'PASS 67.2', 'PASS 45.7+66.0', 'PASS 49.5+20.3'),
  },
  {
    name: '30 two needles',
    core: ['0,75 70,3 75,2 105,2', '0,75 100,3 105,2'],
    says: four('FAIL 93.1', 'PASS 73.6', 'PASS 50.0+72.2', 'PASS 54.2+22.2'),
  },
  { name: '31 by minutes as in Japan', core: '0,80 28,20 55,8', says: { JP_MHLW: 'PASS 50.5' } },
  {
    name: '32 begun too late after cooking',
    core: '0,72 3,70 75,3',
    given: { cookedAt: start - 36 * minute_ms },
    says: { CHILL_90: 'PASS 72.0', UK_COOKCHILL_1989: 'FAIL started_late' },
  },
  {
    name: '33 frozen, but slow at first',
    core: '0,70 95,3 120,-1 180,-5 230,-18',
    air: '0,-30 230,-30',
    says: { FREEZE_240: 'PASS 230.0', IT_FREEZE: 'FAIL 95.0+230.0' },
  },
  {
    name: '34 frozen in time',
    core: '0,70 80,3 100,-1 165,-5 225,-18',
    air: '0,-30 225,-30',
    says: { FREEZE_240: 'PASS 225.0', IT_FREEZE: 'PASS 80.0+225.0' },
  },
  {
    name: '35 stopped in the plateau',
    core: '0,70 80,3 100,-1 150,-4.08',
    air: '0,-30 150,-30',
    says: { FREEZE_240: 'ABORTED', IT_FREEZE: 'ABORTED' },
  },
  { name: '36 a rule without a number', core: '0,70 80,3', says: { EU_852: '– no_limit', UK_LAW: '– no_limit' } },
  {
    name: '37 a probe that failed its check',
    core: '0,70 80,3',
    given: { probeErrors_K: [2.5] },
    says: { CHILL_90: 'NOT_PROVEN probe_failed_check' },
  },
  {
    name: '38 a tray with its own time and no needle',
    core: '0,70 80,3',
    given: { tray: { needle: null } },
    says: { CHILL_90: 'NOT_PROVEN 80.0 by_time' },
  },
  {
    name: '39 the second trolley’s needle in a tray',
    core: ['0,75 100,60', '0,75 100,60', '0,75 100,60', '0,75 100,60', '0,70 80,3 100,2'],
    given: { tray: { needle: 1 } },
    says: { CHILL_90: 'PASS 80.0' },
  },
  {
    name: '40 heated in time',
    core: '0,4 6,10 50,63 60,70',
    air: '0,150 60,150',
    says: { REHEAT_FR_2009: 'PASS 44.0' },
  },
  {
    name: '41 heated too slowly',
    core: '0,4 6,10 70,63 75,66',
    air: '0,150 75,150',
    says: { REHEAT_FR_2009: 'FAIL 64.0' },
  },
  {
    name: '42 the coldest point is heated last',
    core: ['0,4 40,80 130,90', '0,4 125,74 130,76'],
    air: '0,150 130,150',
    says: { REHEAT_US_FDA: 'FAIL 125.0', REHEAT_IE_FSAI: 'PASS 117.9' },
  },
  {
    name: '43 fish held frozen for a day',
    core: '0,-10 60,-21 1600,-22',
    air: '0,-30 1600,-30',
    says: { FISH_RAW: 'PASS 1545.3' },
  },
  {
    name: '44 fish that warmed in between',
    core: '0,-21 800,-21 830,-19 860,-21 1700,-22',
    air: '0,-30 1700,-30',
    says: { FISH_RAW: 'ABORTED target_not_reached' },
  },
  {
    name: '45 fish held frozen by two clocks',
    core: '0,-10 60,-21 1600,-22',
    air: '0,-30 1600,-30',
    given: { clockChanges: [start + 900 * minute_ms] },
    says: { FISH_RAW: 'NOT_PROVEN clock_changed' },
  },
  {
    name: '45a fish held for an hour, and longer later, but for no day',
    core: '0,-25 59,-25 75,-10 280,-10 300,-25 1500,-25',
    air: '0,-30 1600,-30',
    says: { FISH_RAW: 'ABORTED 1206.7 target_not_reached' },
  },
  {
    name: '45b fish held for a day before its clock changed',
    core: '0,-10 60,-21 1700,-22',
    air: '0,-30 1700,-30',
    given: { clockChanges: [start + 1600 * minute_ms] },
    says: { FISH_RAW: 'PASS 1545.3' },
  },
  {
    name: '45c fish held for a day, and warmer after an hour without data',
    core: '0,-25 1500,-25 1560,-22 1700,-22',
    air: '0,-30 1700,-30',
    none: [1500, 1560],
    says: { FISH_RAW: 'PASS 1500.0' },
  },
  {
    name: '45d fish held for half a day, and warmer after an hour without data',
    core: '0,-25 700,-25 760,-22 1500,-22',
    air: '0,-30 1500,-30',
    none: [700, 760],
    says: { FISH_RAW: 'NOT_PROVEN 1500.0 gap_unbounded' },
  },
  {
    name: '45e fish held for half a day, then nothing is known for as long',
    core: '0,-25 700,-25 1500,-25 1600,-10',
    air: '0,-30 1600,-30',
    none: [700, 1500],
    says: { FISH_RAW: 'PASS_WITH_GAP 1536.7' },
  },
  {
    name: '45f fish that may have been cold before it was seen',
    core: '0,-25 1500,-25',
    air: '0,-30 1500,-30',
    none: [0, 100],
    says: { FISH_RAW: 'NOT_PROVEN 1400.0 gap_unbounded' },
  },
  {
    name: '45g fish held for nearly a day, by two clocks',
    core: '0,-25 1400,-25',
    air: '0,-30 1400,-30',
    given: { clockChanges: [start + 700 * minute_ms] },
    says: { FISH_RAW: 'NOT_PROVEN clock_changed' },
  },
  {
    name: '45h fish held for a day, then some minutes without data',
    core: '0,-22 1700,-22',
    air: '0,-30 1700,-30',
    none: [1560, 1580],
    says: { FISH_RAW: 'PASS 1560.0' },
  },
  {
    name: '46 heated, and cold again before it was hot for good',
    core: '0,4 6,10 50,64 55,58 70,64 74,70',
    air: '0,150 74,150',
    says: { REHEAT_FR_2009: 'FAIL 61.5 fell_again' },
  },
  {
    name: '46a hot when it was put into a cold oven',
    core: '0,70 40,72',
    air: '0,20 4,120 40,150',
    says: { REHEAT_FR_2009: '– – loaded_hot' },
  },
  {
    name: '46b hotter than its oven all the time',
    core: '0,10 30,70',
    air: '0,2 30,8',
    says: { REHEAT_FR_2009: 'NOT_PROVEN core_above_air' },
  },
  {
    name: '46c thawed, never warmer than it may be',
    core: '0,-18 240,1 400,3',
    air: '0,8 180,8 200,3 400,3',
    says: { THAW_US: 'PASS 0.0', THAW_FR: 'FAIL 196.0 too_warm' },
  },
  {
    name: '46d thawed in air that is cold enough for every rule',
    core: '0,-18 300,1 400,3',
    air: '0,3.5 400,3.5',
    says: { THAW_US: 'PASS 0.0', THAW_FR: 'PASS 0.0' },
  },
  {
    name: '46e thawed, and above the limit for no longer than is allowed',
    core: '0,-18 200,4 210,6 220,4 300,4',
    air: '0,4 300,4',
    says: { THAW_US: 'PASS 10.0' },
  },
  {
    name: '46f thawed, and warm for half an hour',
    core: '0,-18 200,5 215,7 230,5 300,4',
    air: '0,4 300,4',
    says: { THAW_US: 'FAIL 30.0 too_warm' },
  },
  {
    name: '47 a needle in air, its points apart from each other',
    core: ['0,21.2 35,-12.8', '0,21.8 35,-12.2', '0,22.4 35,-11.6', '0,22.8 35,-11.2'],
    air: '0,22 35,-12',
    says: { CHILL_90: 'NOT_PROVEN core_follows_air' },
  },
  {
    name: '48 a cold dish first, then hot food',
    core: '0,2.9 6,1.5 6.17,72 140,3 145,2',
    says: { CHILL_90: 'FAIL 140.0 rose_again', FR_2009: 'FAIL 126.4' },
  },
  {
    name: '49 a cold dish, and hot food at the other needle',
    core: ['0,2 145,1', '0,2 145,1', '0,2 145,1', '0,2 145,1', '0,-8 6,-8 6.17,72 140,3 145,2'],
    says: { CHILL_90: 'FAIL 140.0' },
  },
  {
    name: '50 hot food soon after cool food',
    core: ['0,15 30,5 230,3', '', '', '', '0,-5 1,-5 1.17,65 10,60 160,21 225,5 230,4'],
    says: { US_FDA: 'FAIL 160.0+225.0' },
  },
  {
    name: '51 cool food for five minutes, then hot food',
    core: '0,16 5,14.5 5.17,65 10,60 160,21 225,5 230,4',
    says: { US_FDA: 'FAIL 160.0+225.0' },
  },
  {
    name: '52 a hot slice, then another dish',
    core: '0,75 2,70.2 2.17,15 60,3 62,2.8',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '53 air, hot food for three minutes, then other food',
    core: '0,-8 0.5,-8 0.67,30 0.83,60 1,70 3.5,66 3.67,30 60,3 62,2.5',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '54 hot food at the other needle for a while, then air',
    core: ['0,20 50,3 55,2.5', '', '', '', '0,-10 1,-10 1.17,40 1.33,70 3.5,66 3.67,20 3.83,-5 5,-10 55,-10'],
    says: { CHILL_90: 'NOT_PROVEN probe_not_in_food' },
  },
  {
    name: '55 moved to colder food at once',
    core: '0,80 20,40 20.17,30 50,3 52,2.5',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '56 a slip, and then colder food',
    core: '0,75 30,45 30.17,12 30.33,30 30.5,44.5 32,43 32.17,25 60,3 62,2.5',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '57 back in smaller food after a while in air',
    core: '0,72 54,23.5 54.17,0 54.67,-7 54.83,10 55,17 55.67,18.8 85,3 90,2',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '58 cooked long before, without a needle',
    core: '',
    given: { cookedAt: start - 300 * minute_ms, endedAt: start + 90 * minute_ms },
    says: { UK_COOKCHILL_1989: 'FAIL started_late', CHILL_90: 'NOT_PROVEN no_core' },
  },
  {
    name: '59 a clock of cooking that is ahead of the start',
    core: '0,75 200,3 202,2.9',
    given: { cookedAt: start + 60 * minute_ms },
    says: { IE_FSAI_15: 'FAIL 200.0' },
  },
  {
    name: '59a touched by something hot as the food began to warm again',
    core: '0,70 60,3 64.83,2.03 65,60 65.33,60 65.5,2.35 75,9 100,3',
    says: { CHILL_90: 'FAIL 100.0 rose_again' },
  },
  {
    name: '60 slipped out as the food was nearly cold, which ended the cycle',
    core: '0,75 70,12 71,3.5 72,-1.5',
    says: { CHILL_90: 'ABORTED target_not_reached' },
  },
  {
    name: '60a thin slices, once they are frozen through',
    core: '0,20 2,10 5,0 20,-2 23,-18 26,-26',
    air: '0,-32 26,-32',
    says: { FREEZE_240: 'PASS 23.0' },
  },
  {
    name: '60b thin slices of which nobody saw how they froze',
    core: '0,20 5,10 45,-2 49,-20 52,-26',
    air: '0,-32 52,-32',
    none: [5, 45],
    says: { FREEZE_240: 'PASS_WITH_GAP 48.6' },
  },
  {
    name: '61 moved to colder food in a hole between samples',
    core: iceTray,
    none: [38, 42],
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '62 moved to colder food in a gap',
    core: iceTray,
    none: [36, 42],
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '64 food that warms for moments, again and again',
    core: `0,70 60,3 62,2.5 ${warmingForMoments} 100,2 130,1`,
    says: { CHILL_90: 'FAIL 99.5 rose_again' },
  },
  {
    name: '65 taken out when it had just come to the target',
    core: '0,70 89.83,3 90.33,2.9 90.5,20 97,22',
    air: '0,-10 97,-5',
    says: { CHILL_90: 'NOT_PROVEN' },
  },
  {
    name: '66 cold food, hot food for more than a minute, cold food',
    core: '0,10 3.5,2.9 3.83,82 5,83 5.33,1 30,0.5',
    air: '0,5 30,-2',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '66a the same, loaded cold',
    core: '0,2 5,2 5.33,82 7.83,83 8.17,1 30,0.5',
    air: '0,0 30,-6',
    says: { CHILL_90: 'NOT_PROVEN' },
  },
  {
    name: '66b the same, and other food at the other needle',
    core: ['0,2 5,2 5.33,82 7.83,83 8.17,1 80,0.5', '', '', '', '0,30 60,2.5 80,1'],
    says: { CHILL_90: 'NOT_PROVEN' },
  },
  {
    name: '67 a needle from the kitchen into cooler food, while the chamber is warm',
    core: '0,22 0.17,16 10,15.9 200,-18.2 220,-20',
    air: '0,21 4,-15 8,-30 220,-30',
    says: { FREEZE_240: 'PASS 198.9' },
  },
  {
    name: '67a the same, in food that is never frozen, with quicker food at the other needle',
    core: ['0,22 0.17,16 10,15.9 280,-3', '', '', '', '0,8 10,7.9 230,-18.2 280,-24'],
    air: '0,21 4,-15 8,-30 280,-30',
    says: { FREEZE_240: 'FAIL' },
  },
  {
    name: '68 moved to frozen food while its own freezes, through a slow sheath',
    core: '0,75 60,-1.2 150,-1.56 150.5,-6.8 151,-9.9 152,-13.1 154,-15.2 200,-24',
    air: '0,-32 200,-32',
    says: { FREEZE_240: 'NOT_PROVEN probe_moved' },
  },
  {
    name: '69 thin food as it begins to cool',
    core: '0,75 1,74.6 2,71 3,65.5 5,54 8,40 12,26 18,12 25,3 30,0',
    says: { CHILL_90: 'PASS 22.8' },
  },
  {
    name: '70 taken out slowly into a cool kitchen, long after it was cold',
    core: '0,63 86,10 100,8 101,11.4 102,13 104,14.2 110,14.8',
    says: { FR_2009: 'PASS 86.0' },
  },
  {
    name: '71 into warmer food, through a slow sheath',
    core: '0,9 7,8.3 8,12.5 9,14.6 11,16 180,11',
    air: '0,-3 180,-3',
    says: { FR_2009: 'FAIL' },
  },
  {
    name: '63 moved to colder food, through a slow sheath, before it was cold',
    core: '0,75 60,12 60.5,8.1 61,5.7 61.5,4.2 62,3.4 63,2.5 80,2',
    says: { CHILL_90: 'NOT_PROVEN probe_moved' },
  },
];

const letters: Readonly<Partial<Record<Verdict, string>>> = { NOT_APPLICABLE: '–' };

function saidOf({ verdict, stages, reasons }: Judgement, like: string): string {
  const said = stages.map((stage) => (stage.verdict === 'NOT_APPLICABLE' ? '–' : stage.minutes?.toFixed(1)));
  const [stage] = stages;
  const reason = reasons.find((one) => like.includes(one));
  return [
    letters[verdict] ?? verdict,
    / [\d–]/.test(like) ? said.filter((one) => one !== undefined).join('+') : undefined,
    like.includes('[') ? `[${stage?.earliest_min?.toFixed(1)}–${stage?.latest_min?.toFixed(1)}]` : undefined,
    reason,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

describe('worked cases of the judge', () => {
  for (const { name, core, air, none, given, says } of cases)
    for (const [id, expected] of Object.entries(says) as [RuleId, string][])
      it(`B2.1 B2.2 ${name}: ${id} says ${expected}`, () => {
        const rule = rules[id];
        const samples = samplesOf(typeof core === 'string' ? [core] : core, { air, none });
        const endedAt = start + Math.max(...[core].flat().map(lengthOf)) * minute_ms;
        const judged = judgeBatch({ kind: rule.kind, rule, samples, startedAt: start, endedAt, ...given });
        assert.equal(
          saidOf(judged, expected),
          expected,
          JSON.stringify({ ...judged, disbelieved: judged.disbelieved.slice(0, 4) }),
        );
        if (judged.verdict === 'PASS') assert.deepEqual(judged.reasons, []);
      });

  for (const every_s of [2, 10, 30, 60])
    it(`B2.1 15 a needle in cold air before the food came, by a sample every ${every_s} s`, () => {
      const samples = samplesOf(['0,-6 6,-6 6.17,71 80,3'], { every_s, air: '0,2 6,-7 80,-12' });
      const judged = judgeBatch({
        kind: 'chill',
        rule: rules.CHILL_90,
        samples,
        startedAt: start,
        endedAt: start + 80 * minute_ms,
      });
      assert.equal(judged.verdict, 'PASS');
      assert.ok(Math.abs((judged.stages[0]?.minutes as number) - 72.74) < 0.02, `${judged.stages[0]?.minutes}`);
    });
});
