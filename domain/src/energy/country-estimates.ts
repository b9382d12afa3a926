/** Estimates by country (ISO 3166-1 alpha-2), of which `estimates.ts` makes figures. */

/** A figure by country. */
export type CountryTable = Readonly<Record<string, number>>;

/** Reads a table as it is written here: a country, its figure, and so on. */
const tableOf = (written: string): CountryTable =>
  Object.fromEntries(
    [...written.matchAll(/([A-Z]{2}) ([\d.]+)/g)].map(([, country, figure]) => [country, Number(figure)]),
  );

/**
 * Price of electricity for a small business, EUR/kWh without VAT, give or take a fifth: for what nobody has entered yet, and to be edited.
 * Yearly averages around those of Eurostat `nrg_pc_205`, 2025.
 */
export const price_eur_per_kWh = tableOf(
  'AT 0.21 AU 0.2 BE 0.2 BG 0.16 CA 0.09 CH 0.22 CY 0.25 CZ 0.2 DE 0.23 DK 0.16 EE 0.17 ES 0.15 FI 0.09 FR 0.17 GB 0.29 ' +
    'GR 0.19 HR 0.21 HU 0.2 IE 0.27 IT 0.24 JP 0.18 LT 0.18 LU 0.19 LV 0.17 MT 0.14 NL 0.2 NO 0.09 PL 0.21 PT 0.14 RO 0.19 ' +
    'RU 0.08 SE 0.1 SI 0.18 SK 0.19 US 0.12',
);

/**
 * Carbon intensity of electricity, g CO₂e/kWh: average of what a country generates, over the life of its plants, 2024 (Ember, CC BY-SA 4.0, as
 * shipped in `@tgwf/co2` 0.19.0).
 */
export const carbon_g_per_kWh = tableOf(
  'AE 467.51 AL 24.42 AR 344.83 AT 102.62 AU 553.76 BA 638.05 BE 117.58 BG 264.21 BR 106.06 CA 184.99 CH 36.72 CL 265.52 ' +
    'CN 557.5 CO 285.8 CY 512.24 CZ 413.86 DE 342.06 DK 143.3 EE 341.02 EG 574.5 ES 146.15 FI 72.25 FR 44.18 GB 215.79 ' +
    'GR 319.76 HK 681.99 HR 174.48 HU 182.82 ID 682.43 IE 279.79 IL 567.26 IN 708.96 IS 28.33 IT 287.75 JP 483.73 KE 84.83 ' +
    'KR 415.65 KW 637.24 LT 139.34 LU 134.62 LV 136.22 MA 577.65 ME 413.51 MK 568.97 MT 484.16 MX 483.14 MY 604.43 ' +
    'NG 507.85 NL 252.7 NO 30.75 NZ 120.11 PH 613.38 PL 614.98 PT 111.8 QA 602.83 RO 245.55 RS 670.8 RU 446.17 SA 691.95 ' +
    'SE 35.89 SG 498.74 SI 227.11 SK 96.49 TH 555.43 TR 469.7 TW 635.15 UA 250.47 US 383.55 VN 486.13 ZA 713.9',
);
