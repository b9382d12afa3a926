import type { Membership, UserInfo } from '@brina/contract/calls/people/account';
import { pathOf, type ScreenName, type ScreenRow, screenNames, screenRows } from '@brina/contract/screens';
import { homeOf, roleContains } from '@brina/domain/people/roles';
import { screens } from './screens.ts';

/** What a guard needs to know of who is signed in. */
export type Visitor = Pick<UserInfo, 'role' | 'cycleLibrary' | 'energyPanel' | 'secondFactor'> & {
  /** What an invited person is in the company it acts for; null for everybody else. */
  membership: Pick<Membership, 'role'> | null;
};

/** What a guard and a menu need to know of the place they run in. */
export type Surroundings = { mobile: boolean; afterSales: boolean };

/** What happens to somebody who asks for a path. */
export type Decision =
  | { kind: 'open'; name: ScreenName; params: Readonly<Record<string, string>> }
  | { kind: 'go'; to: string }
  | { kind: 'sign-in' }
  | { kind: 'not-found' };

/** Route × role (S2.2 to S2.7, S8.13): what happens when a visitor, or nobody (`null`), asks for a path. */
export function decide(path: string, visitor: Visitor | null, surroundings: Surroundings): Decision {
  const found = findScreen(path);
  if (!visitor) {
    return found && screenRows[found.name].who === 'public' ? { kind: 'open', ...found } : { kind: 'sign-in' };
  }
  // Who needs a second factor sets it up before anything else; the portal answers nothing else either.
  if (visitor.secondFactor === 'needed' && found?.name !== 'second-factor')
    return { kind: 'go', to: pathOf('second-factor') };
  if (!found) return { kind: 'not-found' };
  const { name } = found;
  // Where the role starts (S2.6): what `/` leads to.
  const home = homeOf(visitor.role);
  const go = (to: 'access' | typeof home): Decision => ({ kind: 'go', to: pathOf(to) });
  if (name === 'login' || (name === 'second-factor' && visitor.secondFactor === 'on')) return go(home);
  if (name === 'dashboard' && home !== 'dashboard') return go(home);
  if (name === 'chatbot' && !surroundings.mobile) return go(home);
  if (!mayOpen(name, visitor)) return go('access');
  return { kind: 'open', ...found };
}

/** Whether the access column of the specification, narrowed by a membership (S6.2), lets a visitor open a screen. */
export function mayOpen(name: ScreenName, { role, membership }: Visitor): boolean {
  const { who, members }: ScreenRow = screenRows[name];
  if (membership && members?.includes(membership.role) === false) return false;
  return who === 'public' || who === 'any' || who.some((area) => roleContains(role, area));
}

/** The screen at a path, with the values of its parameters; `undefined` when there is none. */
export function findScreen(path: string): { name: ScreenName; params: Record<string, string> } | undefined {
  const segments = segmentsOf(path);
  for (const name of screenNames) {
    const { shapes = {} } = screens[name];
    for (const pattern of patternsOf(name)) {
      const params = matchSegments(segmentsOf(pattern), segments);
      if (params && Object.entries(shapes).every(([param, shape]) => shape.test(params[param] ?? ''))) {
        return { name, params };
      }
    }
  }
  return undefined;
}

/** Where a screen is, parameters in braces. */
export function patternsOf(name: ScreenName): string[] {
  const { path, alsoAt }: ScreenRow = screenRows[name];
  return alsoAt ? [path, alsoAt] : [path];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const given = segments[index] ?? '';
    const param = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (param === undefined && given !== wanted) return undefined;
    if (param !== undefined) {
      const value = decoded(given);
      if (value === undefined) return undefined;
      params[param] = value;
    }
  }
  return params;
}

/** A path segment as it was meant; `undefined` for a broken escape such as `%zz`. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
