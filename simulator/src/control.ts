/** Control of a fleet over HTTP on loopback: a person's hands at the appliances, for the page and for tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkCommand } from '@brina/domain/commands/commands';
import { slots_max } from '@brina/domain/cycles/slots';
import type { Load } from '@brina/domain/thermal/model';
import type { Appliance } from './appliance.ts';
import { controlPage } from './control-page.ts';
import { breakable, faultRows, isFault, type ProbeTrouble } from './faults.ts';
import type { Fleet, Member } from './fleet.ts';
import { panelAnswers } from './unit/panel.ts';
import { reportOf } from './unit/unit-report.ts';

/** The control, listening. */
export type Control = AsyncDisposable & { readonly url: string };

type Body = Readonly<Record<string, unknown>>;
/** `undefined`: done; a text: why it was refused. */
type Action = (member: Member, body: Body, now: number) => string | undefined;

const body_max_bytes = 16 * 1024;

const boolean = (body: Body, name: string): boolean => {
  const value = body[name];
  if (typeof value !== 'boolean') throw new BadRequest(`${name} must be true or false`);
  return value;
};
const number = (body: Body, name: string): number => {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadRequest(`${name} must be a number`);
  return value;
};

class BadRequest extends Error {}

const actions: Readonly<Record<string, Action>> = {
  door: ({ unit }, body) => {
    const open = boolean(body, 'open');
    unit.act((appliance) => appliance.hands.openDoor(open, body.door === 2 ? 2 : 1));
    return undefined;
  },
  probe: ({ unit }, body) => {
    const trouble: ProbeTrouble | null = body.frozen === true ? 'frozen' : boolean(body, 'broken') ? 'broken' : null;
    const asked = typeof body.point === 'number' ? `core${body.point}` : body.point;
    const probes = breakable.filter((probe) => (asked === 'all' ? probe.startsWith('core') : probe === asked));
    if (probes.length === 0)
      throw new BadRequest(`point must be "all" needles, their number or one of ${breakable.join(', ')}`);
    for (const probe of probes) unit.troubles.troubleProbe(probe, trouble);
    return undefined;
  },
  'probe-in-air': ({ unit }, body) => {
    unit.troubles.leaveProbeInAir(boolean(body, 'on'));
    return undefined;
  },
  link: ({ unit }, body) => {
    unit.setLink(boolean(body, 'up'));
    return undefined;
  },
  plug: ({ unit }, body, now) => {
    unit.setPlug(boolean(body, 'in'), now);
    return undefined;
  },
  load: ({ unit }, body) => {
    const load: Load = { mass_kg: number(body, 'kg'), depth_mm: number(body, 'depth_mm'), ...secondOf(body) };
    if (!(load.mass_kg >= 0 && load.depth_mm > 0)) throw new BadRequest('kg must be 0 or more and depth_mm positive');
    unit.act((appliance) =>
      load.mass_kg === 0 ? appliance.hands.unload() : appliance.hands.load(load, number(body, 'core')),
    );
    return undefined;
  },
  start: ({ unit }, body) => unit.act((appliance) => pressed(appliance, 'startCycle', body)),
  stop: ({ unit }) => unit.act((appliance) => pressed(appliance, 'stopCycle', {})),
  // What a person presses at the unit itself: any command, without a question.
  press: ({ unit }, body) => {
    const { name, ...args } = body;
    return unit.act((appliance) => pressed(appliance, String(name), args));
  },
  panel: ({ unit }, body) => {
    const mode = panelAnswers.find((known) => known === body.answers);
    if (mode) unit.setPanel(mode);
    else if (!unit.answerPanel(boolean(body, 'agrees'))) return 'nothing waits at the panel';
    return undefined;
  },
  proposal: ({ unit }, body) => {
    const id = typeof body.command === 'string' ? body.command : (unit.proposals[0]?.id ?? '');
    return unit.answerProposal(id, boolean(body, 'agrees')) ?? undefined;
  },
  'start-slot': ({ unit }, body) => {
    const { slot, ...more } = body;
    return unit.act((appliance) => {
      const start = panelOf(appliance).favourites.startOf(Number(slot));
      return start ? pressed(appliance, 'startCycle', { ...start, ...more }) : 'nothing is in that place';
    });
  },
  'edit-slot': ({ unit }, body) => {
    const { slot, ...change } = body;
    const place = slotNumber(slot);
    return unit.act((appliance) => panelOf(appliance).favourites.edit(place, change) ?? undefined);
  },
  'empty-slot': ({ unit }, { slot }) => {
    const place = slotNumber(slot);
    unit.act((appliance) => panelOf(appliance).favourites.empty(place));
    return undefined;
  },
  // In front of the unit one sees which needle is in the tray.
  tray: ({ unit }, body) => {
    const { needle, ...args } = body;
    if (needle !== undefined && needle !== 1 && needle !== 2) throw new BadRequest('needle must be 1 or 2');
    return unit.act((appliance) => {
      const fault = checkCommand(appliance.model, 'setTrayTimer', args, appliance.standing)[0];
      if (fault) return fault.code;
      return appliance.press('setTrayTimer', body) ?? undefined;
    });
  },
  clock: ({ unit }, body) => {
    unit.troubles.setClockError(body.unset === true ? 'unset' : number(body, 'offset_s'));
    return undefined;
  },
  fault: ({ unit }, body) => {
    const name = String(body.name);
    if (!isFault(name)) throw new BadRequest(`name must be one of ${Object.keys(faultRows).join(', ')}`);
    const { min, max } = faultRows[name];
    const perDay = body.per_day === undefined ? 0 : number(body, 'per_day');
    if (!unit.troubles.setFault(name, number(body, 'value'), perDay))
      throw new BadRequest(`value must lie between ${min} and ${max}`);
    return undefined;
  },
};

/** What stands on the second trolley, where it is not as on the first. */
function secondOf(body: Body): Pick<Load, 'second'> {
  if (body.second_depth_mm === undefined) return {};
  const second = { depth_mm: number(body, 'second_depth_mm'), sheltered: number(body, 'second_sheltered') };
  if (!(second.depth_mm > 0 && second.sheltered >= 0 && second.sheltered <= 1))
    throw new BadRequest('second_depth_mm must be positive and second_sheltered between 0 and 1');
  return { second };
}

/** What a blast chiller keeps at its panel. */
function panelOf({ panel }: Appliance): NonNullable<Appliance['panel']> {
  if (!panel) throw new BadRequest('this family has no favourites');
  return panel;
}

function slotNumber(given: unknown): number {
  if (!Number.isInteger(given) || Number(given) < 1 || Number(given) > slots_max)
    throw new BadRequest(`slot must be 1 to ${slots_max}`);
  return given as number;
}

/** Checks what a person presses as a command is checked: the panel offers nothing that does not fit. */
function pressed(appliance: Appliance, name: string, args: Body): string | undefined {
  const fault = checkCommand(appliance.model, name, args, appliance.standing)[0];
  return fault?.code ?? appliance.press(name, args) ?? undefined;
}

/** Listens on loopback; port 0 takes any free one. */
export async function startControl(fleet: Fleet, now: () => number, port: number): Promise<Control> {
  const server = createServer((request, response) => {
    handle(fleet, now, request, response).catch((error: unknown) => {
      if (error instanceof BadRequest) reply(response, 400, { error: error.message });
      else reply(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(
  fleet: Fleet,
  now: () => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (isFromElsewhere(request)) return reply(response, 403, { error: 'from another site' });
  if (request.method === 'GET' && path === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(controlPage(fleet.members.map(reportOf), fleet.history));
    return;
  }
  if (request.method === 'GET' && path === '/units') {
    return reply(response, 200, { history: fleet.history, units: fleet.members.map(reportOf) });
  }
  const [, units, serial = '', name = ''] = path.split('/');
  const member = units === 'units' ? fleet.find(serial) : undefined;
  if (!member) return reply(response, 404, { error: 'no such unit' });
  if (request.method === 'GET' && name === '') return reply(response, 200, reportOf(member));
  const action = request.method === 'POST' && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return reply(response, 404, { error: 'no such action' });
  const body = await readBody(request);
  if (!member.unit.live) return reply(response, 409, { error: 'it still produces its past' });
  const refusal = action(member, body, now());
  if (refusal) return reply(response, 409, { error: refusal });
  reply(response, 200, reportOf(member));
}

/** A page of another site in the same browser may not press these buttons. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? '';
  return (
    !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) ||
    (headers.origin !== undefined && headers.origin !== `http://${host}`)
  );
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > body_max_bytes) throw new BadRequest('the body is too large');
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  if (text === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BadRequest('the body is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequest('the body must be an object');
  return body as Body;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}
