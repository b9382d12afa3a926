/** The markets an appliance or a document is made for (S3.26, S7.15). */
export const applianceDomains = ['STANDARD', 'NORTH_AMERICA', 'FMI_JAPAN'] as const;
export type ApplianceDomain = (typeof applianceDomains)[number];
