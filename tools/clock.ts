/** The day on this machine, `yyyy-mm-dd`. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');
