import { type DownTopic, downTopics, topicDown, topicUp } from '@brina/contract/devices';

/** Where a topic that a unit publishes to leads. */
export type UpRoute = { kind: 'up'; name: string } | { kind: 'bad' } | { kind: 'foreign' };

/** A filter a unit may subscribe: one topic below `down/`, or all of them. */
export type DownFilter = DownTopic | '+' | '#';

/** The two halves of a unit's tree, up to and with the last slash. */
const treesOf = (serial: string) => ({
  up: topicUp(serial, 'tel').slice(0, -'tel'.length),
  down: topicDown(serial, 'ack').slice(0, -'ack'.length),
});

/**
 * Routes a topic of the unit `serial`. A name below `up/` that this version does not know passes: newer firmware may have it,
 * and closing would make a correct unit send it again for ever; ingest keeps it in quarantine.
 */
export function routeUp(serial: string, topic: string): UpRoute {
  const { up, down } = treesOf(serial);
  const name = topic.startsWith(up) ? topic.slice(up.length) : '';
  // `lwt` is what a will says about a connection: nothing that a connected unit can claim.
  if (/^[a-z]{1,16}$/.test(name) && name !== 'lwt') return { kind: 'up', name };
  return { kind: topic.startsWith(up) || topic.startsWith(down) ? 'bad' : 'foreign' };
}

/** What a filter of the unit `serial` selects below its `down/`; `undefined` when it reaches beyond. */
export function ownFilter(serial: string, filter: string): DownFilter | undefined {
  const { down } = treesOf(serial);
  if (!filter.startsWith(down)) return undefined;
  const rest = filter.slice(down.length);
  return (['#', '+', ...downTopics] as const).find((own) => own === rest);
}

export const selects = (filter: DownFilter, topic: DownTopic): boolean =>
  filter === '#' || filter === '+' || filter === topic;
