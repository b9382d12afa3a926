/** What tabs of one browser tell each other. */
export type Word =
  | { kind: 'renewed'; accessToken: string; renewedAt: number }
  | { kind: 'user-changed' }
  | { kind: 'signed-out' };

/** The other tabs of the browser, once the channel is open. */
export class OtherTabs {
  readonly #name: string;
  readonly #hear: (word: Word) => void;
  #channel: BroadcastChannel | undefined;

  constructor(name: string, hear: (word: Word) => void) {
    this.#name = name;
    this.#hear = hear;
  }

  open(): void {
    this.#channel ??= new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data);
  }

  tell(word: Word): void {
    this.#channel?.postMessage(word);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
