/**
 * Every way the edge refuses a connection or ends one, with the reason code MQTT 5 has for it (CONNACK or DISCONNECT) and the
 * return code of a 3.1.1 CONNACK; without one, or once connected, a 3.1.1 connection is closed without a word.
 */
export const refusals = {
  // Before the unit is known.
  handshake: { code: 0x87 },
  connect_rate: { code: 0x9f, returnCode: 3 },
  connect_late: { code: 0x87 },
  protocol_version: { code: 0x84, returnCode: 1 },
  authentication_method: { code: 0x8c, returnCode: 5 },
  client_id: { code: 0x85, returnCode: 2 },
  unknown: { code: 0x87, returnCode: 5 },
  revoked: { code: 0x87, returnCode: 5 },
  unavailable: { code: 0x88, returnCode: 3 },
  will_topic: { code: 0x90, returnCode: 5 },
  // At any time.
  malformed: { code: 0x81 },
  protocol: { code: 0x82 },
  too_large: { code: 0x95 },
  quality_of_service: { code: 0x9b },
  retain: { code: 0x9a },
  topic_alias: { code: 0x94 },
  subscription_id: { code: 0xa1 },
  foreign_topic: { code: 0x87 },
  bad_topic: { code: 0x90 },
  silent: { code: 0x8d },
  slow_reader: { code: 0x97 },
  taken_over: { code: 0x8e },
  portal: { code: 0x8b },
} satisfies Record<string, { code: number; returnCode?: number }>;

export type Refusal = keyof typeof refusals;

/** The row of a refusal, with the optional return code that its literal type hides. */
export const refusalRow = (refusal: Refusal): { code: number; returnCode?: number } => refusals[refusal];

/** What a peer sent cannot be gone on with. */
export class PacketFault extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.refusal = refusal;
  }
}
