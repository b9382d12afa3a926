import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { crowded, destinationOf } from '@brina/contract/live-address';
import { QueryClientProvider } from '@tanstack/react-query';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { appliancesQuery, useAppliance, useApplianceSerials, useAppliances } from './appliances.ts';
import { loadConfig } from './config.ts';
import { openLive } from './live.ts';
import { useLiveState } from './live-state.ts';
import { callQuery, createQueryClient } from './query.ts';
import { exampleUser, portalFixture, testConfig } from './testing/portal-fixture.ts';
import { StompFixture } from './testing/stomp-fixture.ts';

const oid = exampleUser().id;
const example = structuredClone(listAppliances.example.reply[0]) as Appliance;
const unit = (serialNumber: string, change: Partial<Appliance> = {}): Appliance => ({
  ...example,
  twin: { serialNumber, reported: { TCell: 3.2 } },
  ...change,
  serialNumber,
});

let undo: () => void;
const closers: (() => void)[] = [];
beforeEach(() => {
  undo = StompFixture.install();
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  undo();
});

/** Resolves when what has come so far was applied: frames are, with the next picture the browser draws. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * The live connection over a fixture that replies with these appliances.
 * @param replied the list replies no sooner; where it is given, the connection does not wait for the list
 */
async function connect(units: () => Appliance[], replied?: Promise<void>) {
  const portal = portalFixture();
  portal.on('GET', listAppliances.path, async () => {
    await replied;
    return Response.json(units());
  });
  await loadConfig();
  const client = createQueryClient();
  const listed = client.fetchQuery(appliancesQuery);
  await (replied ? expect.poll(() => portal.askedFor(listAppliances.path).length).toBe(1) : listed);
  let token = 'token-1';
  let reloads = 0;
  let renewals = 0;
  let tokenChanged = (): void => {};
  const close = openLive(client, {
    idpUserId: () => oid,
    accessToken: () => token,
    renew: async () => {
      renewals += 1;
      return true;
    },
    reloadUser: async () => void (reloads += 1),
    onToken: (changed) => {
      tokenChanged = changed;
      return () => {};
    },
  });
  closers.push(close);
  await expect.poll(() => useLiveState.getState()).toBe('live');
  await expect.poll(() => StompFixture.opened[0]?.destination).toBe(destinationOf(oid));
  // As the portal answers a subscription.
  StompFixture.opened[0]?.push({ action: 'access' });
  await drawn();
  return {
    portal,
    client,
    socket: () => StompFixture.opened.at(-1) as StompFixture,
    seen: (serial: string) => client.getQueryData<Appliance>(['appliance', serial]),
    /** How often the user was loaded again. */
    reloads: () => reloads,
    /** How often the token was asked for anew. */
    renewals: () => renewals,
    renewToken(next: string) {
      token = next;
      tokenChanged();
    },
  };
}

it('of a call the app has what a request is made from: neither its types nor its tests know of more than the built app', () => {
  expect(Object.keys(listAppliances).sort()).toEqual(['example', 'id', 'method', 'path', 'reply']);
  // @ts-expect-error who may call it is the portal's to say
  expect(listAppliances.roles).toBeUndefined();
  // @ts-expect-error the portal checks
  expect(listAppliances.reply.schema).toBeUndefined();
});

describe('the live connection', () => {
  it('S7.31 connects with the token to the address of the configuration, and subscribes its own destination', async () => {
    const { socket } = await connect(() => [unit('UNIT-01')]);
    expect(socket().url).toBe(testConfig.socketUrl);
    expect(socket().authorization).toBe('Bearer token-1');
    expect(socket().destination).toBe(`/secured/user/topic/${oid}/`);
  });

  it('S4.9 whole appliances that a screen asks for do not take the place of the serial numbers that others list', () => {
    expect(callQuery(listAppliances, {}).queryKey).not.toEqual(appliancesQuery.queryKey);
  });

  it('S4.9 a message with reported updates the twin and, with cycleRunning, the appliance', async () => {
    const { socket, seen } = await connect(() => [unit('UNIT-01')]);
    const v = { ...example.v, reported: example.v.reported + 1 };
    socket().push({ serialNumber: 'UNIT-01', at: 1, v, reported: { TCell: -7.5, cycleRunning: 1 } });
    await expect.poll(() => seen('UNIT-01')?.twin.reported.TCell).toBe(-7.5);
    expect(seen('UNIT-01')?.cycleRunning).toBe(true);
  });

  it('S4.10 the loss of the socket shows all offline; it reconnects by itself, and what a refetch brings is shown', async () => {
    let temperature = 3.2;
    const { socket, seen } = await connect(() => [
      unit('UNIT-01', { twin: { serialNumber: 'UNIT-01', reported: { TCell: temperature } } }),
      unit('UNIT-02'),
    ]);
    socket().lose();
    expect(useLiveState.getState()).toBe('lost');
    expect([seen('UNIT-01')?.online, seen('UNIT-02')?.online]).toEqual([false, false]);

    temperature = 9.9;
    await expect.poll(() => useLiveState.getState()).toBe('live');
    socket().push({ action: 'access' });
    await expect.poll(() => seen('UNIT-01')?.online).toBe(true);
    expect(seen('UNIT-01')?.twin.reported.TCell).toBe(9.9);
  });

  it('B11.1 a page in the background that gave its connection to a newer one takes one again when somebody looks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { socket, renewals } = await connect(() => [unit('UNIT-01')]);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    socket().refuse(crowded.gaveWay);
    await expect.poll(() => useLiveState.getState()).toBe('lost');
    await vi.advanceTimersByTimeAsync(300_000);
    expect([StompFixture.opened.length, renewals()]).toEqual([1, 0]);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(10);
    await expect.poll(() => useLiveState.getState()).toBe('live');
    expect(StompFixture.opened.length).toBe(2);
    visibility.mockRestore();
    vi.useRealTimers();
  });

  it('S4.10 the offline action shows all offline', async () => {
    const { socket, seen } = await connect(() => [unit('UNIT-01'), unit('UNIT-02')]);
    socket().push({ action: 'offline' });
    await expect.poll(() => [seen('UNIT-01')?.online, seen('UNIT-02')?.online]).toEqual([false, false]);
    expect(useLiveState.getState()).toBe('live');
  });

  it('S4.10 what was fetched just before the connection opened is not fetched again at once, but once more soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { portal, reloads } = await connect(() => [unit('UNIT-01')]);
    expect([portal.askedFor(listAppliances.path).length, reloads()]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.poll(() => portal.askedFor(listAppliances.path).length).toBe(2);
    expect(reloads()).toBe(1);
    vi.useRealTimers();
  });

  it('S4.4 S4.10 a list still on its way when the connection opens is not asked for twice, nor is the user', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let reply = (): void => {};
    const replied = new Promise<void>((resolve) => {
      reply = resolve;
    });
    const { portal, client, reloads } = await connect(() => [unit('UNIT-01')], replied);
    reply();
    await expect.poll(() => client.getQueryData(appliancesQuery.queryKey)).toEqual(['UNIT-01']);
    expect([portal.askedFor(listAppliances.path).length, reloads()]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.poll(() => portal.askedFor(listAppliances.path).length).toBe(2);
    expect(reloads()).toBe(1);
    vi.useRealTimers();
  });

  it('S6.7 the access action fetches the list again: what one may not see any more is gone', async () => {
    let units = [unit('UNIT-01'), unit('UNIT-02')];
    const { socket, seen, client, reloads } = await connect(() => units);
    units = [unit('UNIT-02'), unit('UNIT-03')];
    socket().push({ action: 'access' });
    await expect.poll(() => client.getQueryData(appliancesQuery.queryKey)).toEqual(['UNIT-02', 'UNIT-03']);
    expect(seen('UNIT-01')).toBeUndefined();
    expect(seen('UNIT-03')?.serialNumber).toBe('UNIT-03');
    // Also what the user itself may do can have changed.
    expect(reloads()).toBe(1);
  });

  it('S4.8 a renewed token moves to a new socket before the old one is closed: nothing looks offline', async () => {
    const { renewToken, seen } = await connect(() => [unit('UNIT-01')]);
    const states: string[] = [];
    closers.push(useLiveState.subscribe((state) => states.push(state)));
    renewToken('token-2');
    await expect.poll(() => StompFixture.opened.length).toBe(2);
    await expect.poll(() => StompFixture.opened[0]?.readyState).toBe(3);
    expect(StompFixture.opened[1]?.authorization).toBe('Bearer token-2');
    expect(seen('UNIT-01')?.online).toBe(true);
    expect(states.filter((state) => state !== 'live')).toEqual([]);
  });

  it('a frame that announces what has not arrived makes that one appliance be fetched again', async () => {
    const { socket, portal, seen } = await connect(() => [unit('UNIT-01')]);
    const later = unit('UNIT-01', { status: 'running', v: { ...example.v, status: 9 } });
    portal.on('GET', '/api/v1/appliance/appliances/UNIT-01', () => Response.json(later));
    const { v } = later;
    socket().push({ serialNumber: 'UNIT-01', at: 1, v: { ...v, warnings: 1 }, warnings: [] });
    await expect.poll(() => seen('UNIT-01')?.v.status).toBe(9);
    expect(seen('UNIT-01')?.status).toBe('running');
  });

  it('with 200 appliances one frame renders one card', async () => {
    const serials = Array.from({ length: 200 }, (_, index) => `UNIT-${String(index).padStart(3, '0')}`);
    const { socket, client, seen } = await connect(() => serials.map((serial) => unit(serial)));
    const rendered: string[] = [];
    const Card = ({ serial }: { serial: string }) => (
      <Profiler id={serial} onRender={(id) => rendered.push(id)}>
        <Temperature serial={serial} />
      </Profiler>
    );
    const Temperature = ({ serial }: { serial: string }) => (
      <p>{String(useAppliance(serial).data?.twin.reported.TCell)}</p>
    );
    const Board = () => {
      const online = useAppliances((all) => all.filter((one) => one.online).length);
      return (
        <Profiler id="board" onRender={(id) => rendered.push(id)}>
          {online}
          {useApplianceSerials().data?.map((serial) => (
            <Card key={serial} serial={serial} />
          ))}
        </Profiler>
      );
    };
    const screen = await render(
      <QueryClientProvider client={client}>
        <Board />
      </QueryClientProvider>,
    );
    rendered.length = 0;
    const v = { ...example.v, reported: example.v.reported + 1 };
    socket().push({ serialNumber: 'UNIT-117', at: 1, v, reported: { TCell: -18.4 } });
    await expect.element(screen.getByText('-18.4')).toBeVisible();
    expect(seen('UNIT-117')?.v.reported).toBe(v.reported);
    // A profiler reports every commit at or below it: the card, and the board as the card's parent.
    expect(rendered.filter((id) => id !== 'board')).toEqual(['UNIT-117']);
  });
});
