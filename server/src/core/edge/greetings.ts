import { KeyedQueue } from '../keyed-queue.ts';
import type { SayLimited } from '../limit-log.ts';
import { networkOf } from '../network.ts';
import type { EdgeCounters } from './counters.ts';
import type { Session } from './session.ts';

type Parts = {
  /** Of one serial number. */
  most: number;
  counters: EdgeCounters;
  limited: SayLimited;
};

/**
 * Sessions that are not admitted yet. Of one serial number there are few, and the oldest makes room: who has a certificate and says no
 * CONNECT could else hold the places of all.
 */
export class Greetings {
  readonly #parts: Parts;
  readonly #bySerial = new KeyedQueue<Session>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(session: Session, address = ''): void {
    const { most, counters, limited } = this.#parts;
    const { serial } = session;
    if (this.#bySerial.sizeOf(serial) >= most) {
      this.#bySerial.first(serial)?.end('closed', 'connect_rate');
      counters.refused.connect_rate += 1;
      limited('edge_unit', { network: networkOf(address), serial });
    }
    this.#bySerial.add(session, serial);
  }

  delete(session: Session): void {
    this.#bySerial.delete(session);
  }
}
