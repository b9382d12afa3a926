/** Address of a unit's product passport below the portal's: GS1 Digital Link, GTIN as AI 01, serial number as AI 21. */
export const passportPath = (gtin: string, serial: string): string => `/01/${gtin}/21/${encodeURIComponent(serial)}`;
