/** The appliance families: three of blast chillers, two of holding cabinets, one of retarder provers. */
export const familyCodes = ['MF', 'EF', 'SF', 'CP', 'MYA', 'PL'] as const;

/** Code of a family, as metric rows and serial numbers use it. */
export type FamilyCode = (typeof familyCodes)[number];
