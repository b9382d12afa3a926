/** The longest time that is asked for, in days. Samples live 25 months (docs/DEVICE-PROTOCOL.md). */
export const range_max_days = 800;
