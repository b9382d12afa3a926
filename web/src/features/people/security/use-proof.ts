import type { FactorProof } from '@brina/contract/calls/people/security';
import type { ProofKind } from '@brina/domain/people/factors';
import { useState } from 'react';
import type { AskedFactor } from '../../../lib/tokens.ts';
import { canUsePasskeys, provePasskey } from './passkeys.ts';

/** The browser asked for a passkey, and got none. */
export class PasskeyNotProved extends Error {}

/** A proof in the making: the way somebody has chosen, and what was typed. */
export type Proof = {
  way: ProofKind;
  /** The other ways there are. */
  others: readonly ProofKind[];
  choose: (way: ProofKind) => void;
  code: string;
  type: (code: string) => void;
  /** Whether there is something to show: a passkey is asked for when it is. */
  isTyped: boolean;
  /** @throws {PasskeyNotProved} */
  take: () => Promise<FactorProof>;
};

/** Lets somebody choose among the ways that it has, and this browser can. */
export function useProof({ kinds, passkey }: AskedFactor): Proof {
  const boundTo = typeof passkey?.['rpId'] === 'string' ? passkey['rpId'] : null;
  const ways = kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys(boundTo));
  const [chosen, setWay] = useState<ProofKind | null>(null);
  // Asked anew, there may be other ways.
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'recovery');
  const [code, setCode] = useState('');
  return {
    way,
    others: ways.filter((one) => one !== way),
    choose: (next) => {
      setWay(next);
      setCode('');
    },
    code,
    type: setCode,
    isTyped: way === 'passkey' || code.trim() !== '',
    take: async () => {
      if (way !== 'passkey') return { kind: way, code: code.trim() };
      const assertion = await provePasskey(passkey ?? {}).catch((cause: unknown) => {
        throw new PasskeyNotProved('no passkey', { cause });
      });
      return { kind: 'passkey', assertion };
    },
  };
}
