import type { CommandMessage, PanelTold, UpTopic } from '@brina/contract/devices';
import type { LoadPresetArgs } from '@brina/domain/cycles/slots';
import { until } from '#core/testing/until.ts';
import { type DeviceMessage, TestDevice } from '../device.ts';

type Slots = NonNullable<PanelTold['favourites']>['slots'];
type Result = { readonly result: 'accepted' | 'done' | 'rejected'; readonly reason?: string };

/**
 * A unit with its panel whose portal is killed again and again: what was not acknowledged it sends again, and a command that it knows it
 * answers as it did the first time.
 */
export class PanelUnit implements Disposable {
  readonly serial: string;
  slots: Slots = {};
  readonly #device: TestDevice;
  /** Who holds it, as it was told. */
  readonly #holder: unknown;
  readonly #outbox: { topic: UpTopic; message: DeviceMessage }[] = [];
  readonly #answers = new Map<string, Result>();
  #defs: NonNullable<PanelTold['favouriteDefs']> = {};
  #read = 0;

  constructor(device: TestDevice, holder: unknown) {
    this.serial = device.serial;
    this.#device = device;
    this.#holder = holder;
  }

  /** Connects, tells its whole state, and sends again what nobody has acknowledged. */
  async connect(): Promise<void> {
    await this.#device.connect();
    const unheard = this.#unheard();
    this.#say('twin', this.#state());
    for (const { topic, message } of unheard) this.#device.publish(topic, message);
  }

  /** Does what it was told since it was asked last. Whether it is connected does not matter. */
  work(): void {
    const { down } = this.#device;
    for (const { topic, payload } of down.slice(this.#read)) if (topic === 'cmd') this.#obey(payload as CommandMessage);
    this.#read = down.length;
  }

  /** Somebody makes a cycle at the panel and puts it into a place, while the portal does not hear of it. */
  press(slot: number, hash: string): void {
    this.slots = { ...this.slots, [slot]: [null, 0, hash] };
    const phase = { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 2 } } as const;
    this.#defs = { ...this.#defs, [slot]: { title: 'Made here', function: 0, phases: [phase] } };
  }

  /** The commands that it was given, each once however often it came. */
  commands(): CommandMessage[] {
    return [...new Map(this.#device.commands().map((one) => [one.id, one])).values()];
  }

  /** Resolves when all that it has said is acknowledged. */
  async heard(): Promise<void> {
    await until('all is acknowledged', () => this.#unheard().length === 0);
  }

  [Symbol.dispose](): void {
    this.#device[Symbol.dispose]();
  }

  #obey({ id, name, args }: CommandMessage): void {
    const answer = this.#answers.get(id) ?? this.#do(name, args as LoadPresetArgs);
    this.#answers.set(id, answer);
    this.#say('twin', this.#state());
    this.#say('res', { id, ...answer });
  }

  #do(name: string, args: LoadPresetArgs): Result {
    if (name !== 'loadPreset') return { result: 'accepted' };
    const { [args.slot]: before, ...others } = this.slots;
    const isSeen = before === undefined || before[2] === args.over || (args.id !== null && before[2] === args.h);
    if (!isSeen) return { result: 'rejected', reason: 'slot_taken' };
    this.slots = args.id === null ? others : { ...others, [args.slot]: [args.id, args.v, args.h] };
    return { result: 'done' };
  }

  readonly #state = () => ({
    reported: {
      holder: this.#holder,
      cycleState: 0,
      powerState: 1,
      proposals: [],
      favourites: { ver: 0, slots: this.slots },
      favouriteDefs: this.#defs,
    },
    ver: 1,
  });

  #say(topic: UpTopic, body: Record<string, unknown>): void {
    const message = this.#device.message(body);
    this.#outbox.push({ topic, message });
    if (this.#device.isConnected) this.#device.publish(topic, message);
  }

  #unheard() {
    return this.#outbox.filter(({ message }) => this.#device.answers(message).length === 0);
  }
}
