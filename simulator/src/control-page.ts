/** The page of the control: every unit in one table, with a person's hands beside it. It is a tool of the maker, in English only. */
import { families, modelRow } from '@brina/domain/appliance/families/families';
import type { FamilyRow } from '@brina/domain/appliance/families/family';
import { states } from '@brina/domain/appliance/states';
import { slots_max } from '@brina/domain/cycles/slots';
import type { UnitReport } from './unit/unit-report.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const degrees = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${value.toFixed(1)} °C`;
const word = (rows: Readonly<Record<number, string>>, code: number): string => rows[code] ?? String(code);

const button = (unit: UnitReport, action: string, body: unknown, label: string): string =>
  `<button ${unit.live ? '' : 'disabled'} data-path="/units/${unit.serial}/${action}" data-body="${escaped(JSON.stringify(body))}">${label}</button>`;

/** Where a cycle is edited: its title and its phases, as JSON. */
const editor = (unit: UnitReport, slot: number): string => {
  const { title = '', function: code = 0, phases = [] } = unit.favourites[slot] ?? {};
  const given = escaped(JSON.stringify({ slot, title, function: code, phases }));
  return `<button ${unit.live ? '' : 'disabled'} data-path="/units/${unit.serial}/edit-slot" data-edit="${given}">Edit</button>`;
};

/** The places of the favourites, the timers of trays and the proposals of a unit. */
function panelParts(unit: UnitReport): string {
  const places = Array.from({ length: slots_max }, (_, index) => {
    const slot = index + 1;
    const cycle = unit.favourites[slot];
    const named = cycle
      ? `${escaped(cycle.title)} <small>${cycle.id ?? 'made here'}${cycle.id === null ? '' : ` v${cycle.v}`}</small>`
      : '–';
    const hands = cycle
      ? `${button(unit, 'start-slot', { slot }, 'Start')} ${button(unit, 'empty-slot', { slot }, 'Empty')}`
      : '';
    return `<li>${named} ${hands} ${editor(unit, slot)}</li>`;
  });
  const timers = Object.entries(unit.timers).map(
    ([tray, left]) =>
      `Tray ${tray}: ${Math.ceil(left)} min ${button(unit, 'tray', { tray: Number(tray), min: null }, 'Clear')}`,
  );
  const proposals = unit.proposals.map(
    ({ command, title, at }) => `Start ${escaped(title)}? <small>${escaped(at)}</small>
${button(unit, 'proposal', { command, agrees: true }, 'Start')} ${button(unit, 'proposal', { command, agrees: false }, 'Decline')}`,
  );
  return [
    ...proposals,
    ...timers,
    `<details><summary>Favourites</summary><ol>${places.join('\n')}</ol></details>`,
  ].join('<br>');
}

/** The first chilling and the first freezing of a family. */
function startButtons(unit: UnitReport, family: FamilyRow | undefined): string {
  const functions = Object.entries(family?.functions ?? {});
  return (['chill', 'freeze'] as const)
    .map((record) => functions.find(([, row]) => row.record === record)?.[0])
    .map((code, index) =>
      button(unit, 'start', { function: Number(code) }, index === 0 ? 'Start chilling' : 'Start freezing'),
    )
    .join(' ');
}

function row(unit: UnitReport): string {
  const broken = (unit.faults.broken as readonly string[]).some((probe) => probe.startsWith('core'));
  const running = unit.cycleState === 1;
  const model = modelRow(unit.model);
  const family = model && families[model.family];
  const modes = unit.zones
    .map(({ mode }) => family?.modes[mode]?.key)
    .filter(Boolean)
    .join(' / ');
  const state = unit.plugIn ? word(states.cycleState, unit.cycleState) : 'without power';
  const link = unit.linkUp ? (unit.connected ? 'connected' : 'not connected') : 'link cut';
  return `<tr>
<td><b>${escaped(unit.serial)}</b><br>${escaped(unit.name)}<br><small>${escaped(unit.model)}</small></td>
<td>${modes || state}${unit.phase ? `, ${word(family?.phases ?? {}, unit.phase)}` : ''}<br><small>${link}, boot ${unit.boot}${unit.live ? '' : ', producing its past'}</small></td>
<td>${unit.zones.map(({ air, set }) => `${degrees(air)}<br><small>set ${degrees(set)}</small>`).join('<br>')}</td>
<td>${unit.core.map(degrees).join('<br>')}</td>
<td>${unit.load_kg === null ? 'empty' : `${unit.load_kg} kg`}<br><small>door ${unit.doorOpen ? 'open' : 'shut'}</small></td>
<td>${unit.alarms.map(escaped).join('<br>')}</td>
<td>${unit.outbox.messages}<br><small>of ${unit.outbox.next}</small></td>
<td>
${button(unit, 'door', { open: !unit.doorOpen }, unit.doorOpen ? 'Shut the door' : 'Open the door')}
${button(unit, 'load', { kg: 20, core: 75, depth_mm: 30 }, 'Put in 20 kg at 75 °C')}
${unit.asked === null ? '' : `${button(unit, 'panel', { agrees: true }, `Agree to ${escaped(unit.asked)}`)} ${button(unit, 'panel', { agrees: false }, 'Decline')}`}
${model?.kind !== 'blast' ? '' : running ? button(unit, 'stop', {}, 'Stop') : startButtons(unit, family)}
${model?.kind === 'blast' ? panelParts(unit) : ''}
${button(unit, 'probe', { point: 'all', broken: !broken }, broken ? 'Mend the needle' : 'Break the needle')}
${button(unit, 'link', { up: !unit.linkUp }, unit.linkUp ? 'Cut the link' : 'Mend the link')}
${button(unit, 'plug', { in: !unit.plugIn }, unit.plugIn ? 'Pull the plug' : 'Plug in')}
</td></tr>`;
}

/** The whole page; it shows the moment it was asked for. */
export function controlPage(units: readonly UnitReport[], history: number): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simulated fleet</title>
<meta name="viewport" content="width=device-width">
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .5rem; text-align: left; vertical-align: top; }
button { margin: 0 .25rem .25rem 0; min-height: 2rem; }
</style></head>
<body><h1>Simulated fleet</h1>
<p>${units.length} units. History delivered: ${Math.floor(history * 100)} %. <button data-reload>Refresh</button> <span role="status"></span></p>
<table><thead><tr><th>Unit</th><th>State</th><th>Air</th><th>Core, tip first</th><th>Load</th><th>Alarms</th><th>Waiting</th><th>Hands</th></tr></thead>
<tbody>${units.map(row).join('\n')}</tbody></table>
<script>
document.addEventListener('click', async ({ target }) => {
  if (target.matches('[data-reload]')) location.reload();
  if (!target.dataset.path) return;
  const body = target.dataset.edit ? prompt('The cycle of this place', target.dataset.edit) : target.dataset.body;
  if (!body) return;
  const reply = await fetch(target.dataset.path, { method: 'POST', body });
  if (reply.ok) location.reload();
  else document.querySelector('[role=status]').textContent = (await reply.json()).error;
});
</script></body></html>`;
}
