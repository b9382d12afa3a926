/** Time zones of capitals, where a country has several and another comes first in the alphabet. */
const ofCapital: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

const zonesOf = (country: string): readonly string[] =>
  country === '' ? [] : (new Intl.Locale('und', { region: country }).getTimeZones() ?? []);

/**
 * The time zone (IANA) of a company in a country: the present one if its clocks are a country's own, else that of the capital. Of a
 * country that has none, or none told, the present one stays.
 */
export function timeZoneIn(country: string, present: string): string {
  const zones = zonesOf(country);
  return zones.includes(present) ? present : (ofCapital[country] ?? zones[0] ?? present);
}
